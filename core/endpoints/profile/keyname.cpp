// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/profile/keyname.h"

#include "core/base/environment.h"
#include "core/base/result.h"
#include "core/sandbox/system/systemerror.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t minKeyLength = 8; // Shorter keys could not be distinguished from other text.
constexpr std::size_t maxKeyLength = 4096;
constexpr std::array<std::pair<std::string_view, KeyName::Kind>, 3> keyForms{
    {{"env:", KeyName::Kind::Environment},
     {"file:", KeyName::Kind::File},
     {"keyring:", KeyName::Kind::Keyring}}};

Result<Secret> readAll(int fd, const std::string &where)
{
    Secret bytes(maxKeyLength + 2); // room for a line break, and one byte to detect longer keys
    std::size_t size = 0;
    while (size < bytes.size()) {
        const ssize_t count = read(fd, bytes.data() + size, bytes.size() - size);
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return systemError("cannot read the key", where);
        if (count == 0)
            break;
        size += static_cast<std::size_t>(count);
    }
    bytes.shorten(size);
    return bytes;
}

Result<Secret> checkedKey(Secret key, const std::string &where)
{
    while (!key.empty() && (key.view().back() == '\n' || key.view().back() == '\r'))
        key.shorten(key.size() - 1);
    const bool isPrintable = std::all_of(key.view().begin(), key.view().end(),
                                         [](char each) { return each > ' ' && each < 0x7f; });
    if (key.size() < minKeyLength || key.size() > maxKeyLength || !isPrintable)
        return Error{
            Errc::InvalidInput,
            "the value is not a key: it must be 8 to 4096 printable characters without spaces",
            where, "leave out \"key\" for a server that needs none"};
    return key;
}

Result<Secret> keyOfFile(const std::string &path, const std::string &where)
{
    const auto file = keyFile(path);
    if (!file)
        return file.error();
    const Fd fd(open(file->c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
    if (!fd)
        return Error{Errc::Environment, "the file of the key cannot be opened", where,
                     "write the key into it, and chmod 600 it",
                     std::generic_category().message(errno)};
    struct stat found = {};
    if (fstat(fd.get(), &found) != 0 || !S_ISREG(found.st_mode))
        return Error{Errc::InvalidInput, "the key's place is not a regular file", where};
    if (found.st_uid != geteuid() || (found.st_mode & 077) != 0)
        return Error{Errc::InvalidInput, "others may read the file of the key, or it is not yours",
                     where, "chown it to yourself and chmod 600 it"};
    auto key = readAll(fd.get(), where);
    if (!key)
        return key.error();
    return checkedKey(std::move(*key), where);
}

Error missingVariable(const std::string &variable)
{
    return Error{Errc::Environment, "the environment variable of the key is not set",
                 "env:" + variable, "export " + variable + " before kloupe is started"};
}

} // namespace

std::string KeyName::text() const
{
    for (const auto &[prefix, form] : keyForms) {
        if (form == kind)
            return std::string(prefix) + name;
    }
    return {};
}

std::optional<KeyName> parseKeyName(std::string_view text)
{
    for (const auto &[prefix, kind] : keyForms) {
        if (text.starts_with(prefix) && text.size() > prefix.size())
            return KeyName{kind, std::string(text.substr(prefix.size()))};
    }
    return std::nullopt;
}

Result<Secret> readKey(const KeyName &name, const KeyPlaces &places)
{
    switch (name.kind) {
    case KeyName::Kind::None:
        return Secret();
    case KeyName::Kind::Environment: {
        if (places.variablePipe < 0)
            return missingVariable(name.name);
        auto key = readAll(places.variablePipe, name.text());
        if (!key)
            return key.error();
        return checkedKey(std::move(*key), name.text());
    }
    case KeyName::Kind::File:
        return keyOfFile(name.name, name.text());
    case KeyName::Kind::Keyring: {
        if (!places.keyring)
            return Error{Errc::Environment, "this kloupe-ask was built without libsecret",
                         name.text(),
                         "apt-get install libsecret-1-dev and build again, or use file:PATH"};
        auto key = places.keyring(name.name);
        if (!key)
            return key.error();
        return checkedKey(std::move(*key), name.text());
    }
    }
    return Error{Errc::Internal, "a key of an unknown kind"};
}

Result<Fd> keyPipe(const std::string &variable)
{
    // A copy in a string would leave the key in this process's memory.
    const char *value = std::getenv(variable.c_str()); // NOLINT(concurrency-mt-unsafe): none is set
    if (value == nullptr || *value == '\0')
        return missingVariable(variable);
    const std::size_t size = std::strlen(value);
    if (size > maxKeyLength)
        return Error{Errc::InvalidInput, "the variable's value is too long for a key",
                     "env:" + variable};
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0)
        return systemError("cannot make a pipe");
    Fd reading(ends[0]);
    const Fd writing(ends[1]);
    if (write(writing.get(), value, size)
        != static_cast<ssize_t>(size)) // A pipe's buffer is larger than a key.
        return systemError("cannot hand on the key");
    return reading;
}

Result<fs::path> keyFile(const std::string &path)
{
    fs::path file(path);
    if (file.is_absolute())
        return file;
    const std::string credentials = environmentVariable("CREDENTIALS_DIRECTORY");
    if (credentials.empty())
        return Error{Errc::InvalidInput, "the path of a key's file is not absolute", "file:" + path,
                     "name it from / on; other names are credentials of a systemd service"};
    return fs::path(credentials) / file;
}

} // namespace loupe
