# A formula for Homebrew, in a tap of the project's own: Formula/cuttle.rb there.
#
# docs/RELEASING.md says what of it changes with a release: url, sha256, and the resources, which
# `brew update-python-resources cuttle` writes below depends_on.
class Cuttle < Formula
  include Language::Python::Virtualenv

  desc "Combat card game in a terminal and over ssh"
  homepage "https://cuttle.example.org"
  url "https://cuttle.example.org/source/releases/cuttle_tui-1.0.0.tar.gz"
  sha256 "0000000000000000000000000000000000000000000000000000000000000000"
  license "MIT"

  depends_on "cryptography"
  depends_on "python@3.13"

  def install
    virtualenv_install_with_resources without: "cryptography"
    man1.install "docs/cuttle.1"
    generate_completions_from_executable(bin/"cuttle", "completions")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/cuttle --version")
    assert_match "21", shell_output("#{bin}/cuttle rules cuttle.cards")
  end
end
