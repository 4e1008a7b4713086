// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe/output/console.h"

#include "core/base/printabletext.h"

#include <cstdio>

namespace loupe::cli {

namespace {
/// Serialises JSON. Replaces invalid UTF-8, which file names and messages may contain, instead of
/// throwing.
std::string dump(const Json &value)
{
    return printableJson(value.dump(2, ' ', false, Json::error_handler_t::replace));
}

/// Prints one line.
void print(FILE *to, const std::string &line)
{
    std::fprintf(to, "%s\n", printableText(line).c_str());
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
        print(stdout, text);
}

void Console::text(const std::string &block) const
{
    if (!json)
        std::printf("%s\n", printableText(block, LineBreaks::Kept).c_str());
}

void Console::document(const Json &value) const
{
    if (json)
        std::printf("%s\n", dump(value).c_str());
}

void Console::progress(const std::string &text) const
{
    FILE *to = json ? stderr : stdout;
    print(to, text);
    std::fflush(to);
}

ExitCode Console::fail(const Error &error) const
{
    printError(name(error.code), error);
    return exitCodeOf(error.code);
}

ExitCode Console::refuse(const Error &error) const
{
    printError("usage", error);
    return ExitCode::Usage;
}

void Console::printError(const std::string &code, const Error &error) const
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
    print(stderr, "kloupe: " + error.where + (error.where.empty() ? "" : ": ") + error.message);
    if (!error.detail.empty())
        std::fprintf(stderr, "%s%s", printableText(error.detail, LineBreaks::Kept).c_str(),
                     error.detail.back() == '\n' ? "" : "\n");
    if (!error.hint.empty())
        print(stderr, "  " + error.hint);
}

} // namespace loupe::cli
