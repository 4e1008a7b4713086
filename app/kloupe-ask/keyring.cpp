// SPDX-License-Identifier: Apache-2.0
#include "app/kloupe-ask/keyring.h"

#ifdef LOUPE_HAVE_LIBSECRET
#include "core/base/result.h"

#include <dlfcn.h>
#include <libsecret/secret.h>
#endif

namespace loupe::ask {

#ifdef LOUPE_HAVE_LIBSECRET

namespace {

constexpr const char *libraryName = "libsecret-1.so.0";

Error notInKeyring(const std::string &label, const std::string &message, const std::string &hint)
{
    return Error{Errc::Environment, message, "keyring:" + label, hint};
}

Result<Secret> askKeyring(const std::string &label)
{
    void *library = dlopen(libraryName, RTLD_NOW | RTLD_LOCAL); // never closed: glib cannot unload
    const auto lookUp = library == nullptr
        ? nullptr
        : reinterpret_cast<decltype(&secret_password_lookup_sync)>(
            dlsym(library, "secret_password_lookup_sync"));
    const auto wipe = library == nullptr
        ? nullptr
        : reinterpret_cast<decltype(&secret_password_free)>(dlsym(library, "secret_password_free"));
    if (lookUp == nullptr || wipe == nullptr)
        return notInKeyring(label, std::string(libraryName) + " is not there",
                            "apt-get install libsecret-1-0, or use file:PATH");
    SecretSchema schema{};
    schema.name = "org.kernelloupe.Key";
    schema.flags = SECRET_SCHEMA_DONT_MATCH_NAME; // match whichever program stored it
    schema.attributes[0] = {"kernelloupe", SECRET_SCHEMA_ATTRIBUTE_STRING};
    GError *failed = nullptr; // its message may contain the secret, so it is not repeated
    char *found = lookUp(&schema, nullptr, &failed, "kernelloupe", label.c_str(), nullptr);
    if (found == nullptr)
        return notInKeyring(label,
                            failed != nullptr ? "the keyring cannot be asked"
                                              : "the keyring has no such key",
                            "secret-tool store --label=KernelLoupe kernelloupe " + label);
    Secret key{std::string_view(found)};
    wipe(found); // overwrites the secret
    return key;
}

} // namespace

std::function<Result<Secret>(const std::string &)> keyring()
{
    return askKeyring;
}

#else

std::function<Result<Secret>(const std::string &)> keyring()
{
    return {};
}

#endif

} // namespace loupe::ask
