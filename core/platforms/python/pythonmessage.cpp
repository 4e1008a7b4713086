// SPDX-License-Identifier: Apache-2.0
#include "core/platforms/python/pythonmessage.h"

#include "core/model/values/valuejson.h"
#include "core/sandbox/channel/tensorspecjson.h"
#include "core/sandbox/system/systemerror.h"

#include <cerrno>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe {

namespace {

constexpr std::size_t inlineBytes = std::size_t{512} << 10;
constexpr std::size_t maxLongBytes = std::size_t{64} << 20;

Error notAnAnswer(const char *what)
{
    return Error{Errc::Corrupt, what};
}

Result<Fd> inMemory(const std::string &text)
{
    Fd memory(memfd_create("loupe-message", MFD_CLOEXEC | MFD_ALLOW_SEALING));
    if (!memory)
        return systemError("cannot create shared memory");
    std::size_t written = 0;
    while (written < text.size()) {
        const ssize_t wrote = write(memory.get(), text.data() + written, text.size() - written);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return systemError("cannot fill shared memory");
        written += static_cast<std::size_t>(wrote);
    }
    fcntl(memory.get(), F_ADD_SEALS, F_SEAL_WRITE | F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_SEAL);
    return memory;
}

/// Returns the JSON object in the memory of an untrusted sender.
Result<Json> fromMemory(const Fd &memory, const Json &size)
{
    struct stat facts = {};
    // Only shared memory has seals; reading anything else could block forever.
    if (!size.is_number_unsigned() || size.get<std::uint64_t>() > maxLongBytes
        || fcntl(memory.get(), F_GET_SEALS) < 0 || fstat(memory.get(), &facts) != 0
        || static_cast<std::uint64_t>(facts.st_size) < size.get<std::uint64_t>())
        return notAnAnswer("announced a long answer but did not send it");
    std::string text(size.get<std::size_t>(), '\0');
    std::size_t have = 0;
    while (have < text.size()) {
        const ssize_t got
            = pread(memory.get(), text.data() + have, text.size() - have, static_cast<off_t>(have));
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return notAnAnswer("announced a long answer but did not send it");
        have += static_cast<std::size_t>(got);
    }
    Result<Json> body = parseJson(text, "message");
    if (!body || !body->is_object())
        return notAnAnswer("sent something that is not a message");
    return body;
}

/// Takes and seals the memory of an answer's tensors.
Status takeArena(Bundle &bundle, std::vector<TensorSpec> specs, Fd memory)
{
    Result<TensorArena> arena
        = TensorArena::map(std::move(memory), specs, TensorArena::Access::ReadOnly);
    if (!arena || !arena->seal())
        return notAnAnswer("its answer's tensors are not there or can still be changed");
    bundle.tensors = std::move(arena).value();
    return {};
}

Result<Bundle> bundleOf(const Json &body, std::vector<Fd> &fds, const std::string &memory)
{
    Bundle bundle;
    std::size_t count = 0;
    if (body.contains("tensors")) {
        Result<std::vector<TensorSpec>> specs = tensorSpecsFromJson(body["tensors"]);
        if (!specs || specs->empty() || fds.size() != 1)
            return notAnAnswer("its answer describes no tensors");
        const auto said = body.find("memory");
        if (said != body.end() ? *said != memory : memory != hostMemory)
            return notAnAnswer("its answer's tensors are at the wrong addresses");
        count = specs->size();
        Fd descriptor = std::move(fds.front());
        fds.clear();
        if (memory != hostMemory)
            bundle.onDevice = DeviceTensors{std::move(descriptor), std::move(*specs), memory};
        else if (Status taken = takeArena(bundle, std::move(*specs), std::move(descriptor)); !taken)
            return taken.error();
    }
    Result<Value> value = valueFromJson(body["value"], count);
    if (!value)
        return notAnAnswer("its answer's value is not one");
    bundle.value = std::move(value).value();
    return bundle;
}

} // namespace

Status sendToPython(Channel &channel, Json request, const Bundle *given)
{
    std::vector<int> fds;
    if (given != nullptr) {
        request["value"] = toJson(given->value);
        const TensorsView tensors = given->view();
        if (!tensors.specs().empty()) {
            request["tensors"] = toJson(tensors.specs());
            fds.push_back(tensors.descriptor());
        }
    }
    const std::string text = request.dump(-1, ' ', false, Json::error_handler_t::replace);
    if (text.size() <= inlineBytes)
        return channel.send(request, fds);
    const Result<Fd> memory = inMemory(text);
    if (!memory)
        return memory.error();
    fds.push_back(memory->get());
    return channel.send({{"id", request["id"]}, {"large", text.size()}}, fds);
}

Result<PythonMessage> receiveFromPython(Channel &channel, const std::string &id,
                                        const std::string &memory,
                                        std::chrono::steady_clock::time_point deadline,
                                        const std::stop_token &stop)
{
    Result<Message> message = channel.receive(deadline, stop);
    if (!message)
        return message.error();
    const auto answers = [&](const Json &body) { return body.contains("id") && body["id"] == id; };
    if (!answers(message->body))
        return notAnAnswer("answered what it was not asked");
    if (message->body.contains("large")) {
        if (message->fds.empty())
            return notAnAnswer("announced a long answer but did not send it");
        Result<Json> body = fromMemory(message->fds.back(), message->body["large"]);
        if (!body)
            return body.error();
        message->fds.pop_back();
        message->body = std::move(body).value();
        if (!answers(message->body))
            return notAnAnswer("answered what it was not asked");
    }
    PythonMessage out;
    if (message->body.contains("value")) {
        Result<Bundle> bundle = bundleOf(message->body, message->fds, memory);
        if (!bundle)
            return bundle.error();
        out.value = std::move(bundle).value();
    }
    if (!message->fds.empty())
        return notAnAnswer("sent more than it was asked");
    for (const char *taken : {"id", "value", "tensors", "memory"})
        message->body.erase(taken);
    out.body = std::move(message->body);
    return out;
}

} // namespace loupe
