# Homebrew's recipe; tools/release/make fills in version and checksum. Never submitted anywhere:
# agon.invalid stands for the host of the release files.
class Agon < Formula
  desc "Engine and arena for the board game Agon"
  homepage "https://agon.invalid/"
  url "https://agon.invalid/v@VERSION@/agon-@VERSION@.tar.gz"
  sha256 "@agon-@VERSION@.tar.gz@"
  license "MIT"

  depends_on "cmake" => :build
  depends_on "nlohmann-json" => :build
  depends_on "boost"
  depends_on "fmt"
  depends_on "spdlog"

  def install
    system "cmake", "-S", ".", "-B", "build", "-DAGON_TESTS=OFF", *std_cmake_args
    system "cmake", "--build", "build"
    system "cmake", "--install", "build"
  end

  test do
    assert_match "11661977", shell_output("#{bin}/agon perft 5")
  end
end
