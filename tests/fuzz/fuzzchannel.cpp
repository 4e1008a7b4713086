// SPDX-License-Identifier: Apache-2.0
//
// Fuzzes the channel between the engine and an untrusted process. The input is sent unchanged, in
// pieces and with descriptors. Each message must be an object or be refused within the timeout.
// Descriptions of tensors must survive a round trip.
#include "core/sandbox/channel/channel.h"
#include "core/sandbox/channel/tensorspecjson.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <vector>

#include <sys/socket.h>
#include <unistd.h>

#include "tests/fuzz/promise.h"

namespace {

using namespace loupe;
using loupe::fuzz::require;

constexpr std::size_t maxFds = 20; // more than a channel accepts

/// Sends bytes unchanged, with copies of a descriptor.
void sendRaw(int socket, std::span<const std::uint8_t> bytes, std::size_t fds)
{
    iovec part{const_cast<std::uint8_t *>(bytes.data()), bytes.size()};
    alignas(cmsghdr) std::array<char, CMSG_SPACE(maxFds * sizeof(int))> control{};
    msghdr header{};
    header.msg_iov = &part;
    header.msg_iovlen = 1;
    if (fds > 0) {
        header.msg_control = control.data();
        header.msg_controllen = CMSG_SPACE(fds * sizeof(int));
        cmsghdr *given = CMSG_FIRSTHDR(&header);
        given->cmsg_level = SOL_SOCKET;
        given->cmsg_type = SCM_RIGHTS;
        given->cmsg_len = CMSG_LEN(fds * sizeof(int));
        const std::vector<int> numbers(fds, STDERR_FILENO);
        std::memcpy(CMSG_DATA(given), numbers.data(), fds * sizeof(int));
    }
    sendmsg(socket, &header, MSG_DONTWAIT | MSG_NOSIGNAL);
}

/// Sends the input. Byte 0 gives the number of pieces, byte 1 the descriptors of each. If byte 2 is
/// odd, the rest gets a correct length prefix, else it brings its own.
void sendAll(int socket, std::span<const std::uint8_t> input)
{
    const std::size_t pieces = input[0] % 4 + 1;
    const std::size_t fds = input[1] % maxFds;
    std::vector<std::uint8_t> bytes;
    const auto rest = input.subspan(3);
    if (input[2] % 2 == 1) {
        for (int shift = 0; shift < 32; shift += 8)
            bytes.push_back(static_cast<std::uint8_t>(rest.size() >> shift));
    }
    bytes.insert(bytes.end(), rest.begin(), rest.end());
    const std::size_t step = bytes.size() / pieces + 1;
    for (std::size_t at = 0; at < bytes.size(); at += step)
        sendRaw(socket, std::span(bytes).subspan(at, std::min(step, bytes.size() - at)), fds);
}

void checkTensors(const Json &body)
{
    for (const auto &[key, value] : body.items()) {
        const auto specs = tensorSpecsFromJson(value);
        if (!specs)
            continue;
        const auto again = tensorSpecsFromJson(toJson(*specs));
        require(static_cast<bool>(again), "tensors come back");
        require(again->size() == specs->size(), "no tensor is lost");
        for (const TensorSpec &spec : *specs)
            require(static_cast<bool>(checkTensorSpec(spec)), "a tensor that is accepted fits");
    }
}

/// Checks that a received message can be sent back unchanged.
void checkReturn(const Json &body)
{
    auto ends = Channel::pair();
    require(static_cast<bool>(ends), "a pair can be made");
    if (!ends->first.send(body))
        return; // escaped, it is larger than before
    const auto again = ends->second.receive(std::chrono::steady_clock::now(), {});
    require(static_cast<bool>(again), "a message comes back");
    require(again->body == body, "a message comes back as it was");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) // NOLINT
{
    if (size < 4)
        return 0;
    auto ends = Channel::pair();
    require(static_cast<bool>(ends), "a pair can be made");
    sendAll(ends->first.fd(), {data, size});
    ends->first = Channel(Fd()); // the other process has ended
    for (;;) {
        const auto message = ends->second.receive(std::chrono::steady_clock::now(), {});
        if (!message) {
            require(!message.error().message.empty(), "a refusal says why");
            return 0;
        }
        require(message->body.is_object(), "a message is an object");
        require(message->fds.size() <= 16, "a message brings few descriptors");
        checkTensors(message->body);
        checkReturn(message->body);
    }
}
