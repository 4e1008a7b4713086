// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/console.h"

#include <cstdio>

namespace loupe::cli {

namespace {
/// File names and messages come from files: replace what is not UTF-8 rather than throw.
std::string dump(const Json &value)
{
    return value.dump(2, ' ', false, Json::error_handler_t::replace);
}

/// What a file or another machine says cannot steer the terminal.
std::string harmless(std::string text)
{
    for (char &c : text) {
        const auto code = static_cast<unsigned char>(c);
        if ((code < 0x20 && c != '\n' && c != '\t') || code == 0x7F)
            c = ' ';
    }
    return text;
}
} // namespace

ExitCode exitCodeOf(Errc code)
{
    switch (code) {
    case Errc::InvalidInput:
    case Errc::NotFound:
    case Errc::Corrupt:
    case Errc::Unsupported:
        return ExitCode::BadInput;
    case Errc::Environment:
    case Errc::Busy:
        return ExitCode::Environment;
    case Errc::Cancelled:
        return ExitCode::Interrupted;
    case Errc::Io:
    case Errc::Timeout:
    case Errc::Internal:
        return ExitCode::Failed;
    }
    return ExitCode::Failed;
}

void Console::line(const std::string &text) const
{
    if (!json)
        std::printf("%s\n", text.c_str());
}

void Console::document(const Json &value) const
{
    if (json)
        std::printf("%s\n", dump(value).c_str());
}

void Console::progress(const std::string &text) const
{
    FILE *to = json ? stderr : stdout;
    std::fprintf(to, "%s\n", harmless(text).c_str());
    std::fflush(to);
}

ExitCode Console::fail(const Error &error) const
{
    print(name(error.code), error);
    return exitCodeOf(error.code);
}

ExitCode Console::refuse(const Error &error) const
{
    print("usage", error);
    return ExitCode::Usage;
}

void Console::print(const std::string &code, const Error &error) const
{
    std::fflush(stdout);
    if (json) {
        Json value;
        value["error"] = {{"code", code},
                          {"message", error.message},
                          {"where", error.where},
                          {"hint", error.hint}};
        if (!error.detail.empty())
            value["error"]["detail"] = error.detail;
        std::fprintf(stderr, "%s\n", dump(value).c_str());
        return;
    }
    std::fprintf(stderr, "kloupe: %s%s%s\n", harmless(error.where).c_str(),
                 error.where.empty() ? "" : ": ", harmless(error.message).c_str());
    if (!error.detail.empty())
        std::fprintf(stderr, "%s%s", harmless(error.detail).c_str(),
                     error.detail.back() == '\n' ? "" : "\n");
    if (!error.hint.empty())
        std::fprintf(stderr, "  what helps: %s\n", harmless(error.hint).c_str());
}

} // namespace loupe::cli
