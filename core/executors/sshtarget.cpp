// SPDX-License-Identifier: Apache-2.0
#include "core/executors/sshtarget.h"

#include "core/base/files.h"
#include "core/executors/remoterun.h"
#include "core/sandbox/child/pipedprocess.h"

#include <charconv>

namespace loupe {

namespace {

constexpr std::string_view letters
    = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._-";
constexpr std::size_t maxRemarksBytes = std::size_t{64} << 10;

bool isPlainName(const std::string &name)
{
    return !name.empty() && name.size() <= 255 && name.front() != '-'
        && name.find_first_not_of(letters) == std::string::npos;
}

class SshConnection final : public NodeConnection
{
public:
    SshConnection(TemporaryFolder folder, PipedProcess process)
        : m_folder(std::move(folder))
        , m_process(std::move(process))
        , m_lines(m_process.takeOutput(), m_process.takeInput())
    {
    }
    LineStream &lines() override { return m_lines; }
    std::string remarks() const override
    {
        const auto text = readFile(errorFile(m_folder), maxRemarksBytes);
        return text ? *text : std::string();
    }
    static std::filesystem::path errorFile(const TemporaryFolder &folder)
    {
        return folder.path() / "ssh.txt";
    }

private:
    TemporaryFolder m_folder;
    PipedProcess m_process;
    LineStream m_lines;
};

class SshPlace final : public RunPlace
{
public:
    SshPlace(SshTarget place, std::string name) : m_place(std::move(place)), m_name(std::move(name))
    {
    }
    Result<RunOutcome> run(ResolvedRequest resolved, RunObserver &observer,
                           const std::stop_token &stop) override
    {
        NodeAccess node;
        node.place = m_name;
        if (auto asked = AskedJobs::ofThisMachine())
            node.asked.emplace(std::move(*asked));
        node.connect = [this] { return connect(); };
        return runOnNode(std::move(resolved), node, observer, stop);
    }
    std::string groupInProgress(const std::filesystem::path &store,
                                const std::vector<RunPrecision> &precisions) const override
    {
        const auto asked = AskedJobs::ofThisMachine();
        return asked ? asked->findGroup(store, precisions, m_name) : std::string();
    }

private:
    Result<std::unique_ptr<NodeConnection>> connect() const
    {
        auto folder = TemporaryFolder::create("kloupe-ssh");
        if (!folder)
            return folder.error();
        auto process = PipedProcess::start(sshCommand(m_place), SshConnection::errorFile(*folder));
        if (!process)
            return process.error();
        return {std::make_unique<SshConnection>(std::move(*folder), std::move(*process))};
    }

    SshTarget m_place;
    std::string m_name;
};

} // namespace

Result<SshTarget> parseSshTarget(const std::string &text)
{
    const Error refused{Errc::InvalidInput,
                        "\"" + text + "\" is not an ssh target",
                        "ssh:" + text,
                        "write ssh:[USER@]HOST[:PORT][/PATH/OF/KLOUPE]",
                        {}};
    SshTarget place;
    std::string rest = text;
    if (const std::size_t slash = rest.find('/'); slash != std::string::npos) {
        place.program = rest.substr(slash);
        rest.erase(slash);
        if (place.program.find_first_not_of(std::string(letters) + "/+") != std::string::npos
            || place.program.back() == '/')
            return refused;
    }
    if (const std::size_t at = rest.find('@'); at != std::string::npos) {
        place.user = rest.substr(0, at);
        rest.erase(0, at + 1);
        if (!isPlainName(place.user))
            return refused;
    }
    if (const std::size_t colon = rest.find(':'); colon != std::string::npos) {
        const char *end = rest.data() + rest.size();
        const auto read = std::from_chars(rest.data() + colon + 1, end, place.port);
        if (read.ec != std::errc() || read.ptr != end || place.port < 1 || place.port > 65535)
            return refused;
        rest.erase(colon);
    }
    place.host = rest;
    if (!isPlainName(place.host))
        return refused;
    return place;
}

std::vector<std::string> sshCommand(const SshTarget &place)
{
    std::vector<std::string> argv{"ssh", "-T",
                                  "-o",  "BatchMode=yes",
                                  "-o",  "ClearAllForwardings=yes",
                                  "-o",  "ServerAliveInterval=15",
                                  "-o",  "ServerAliveCountMax=4"};
    if (place.port != 0)
        argv.insert(argv.end(), {"-p", std::to_string(place.port)});
    if (!place.user.empty())
        argv.insert(argv.end(), {"-l", place.user});
    argv.insert(argv.end(), {"--", place.host, place.program + " serve --stdio"});
    return argv;
}

std::unique_ptr<RunPlace> makeSshPlace(SshTarget place, std::string name)
{
    return std::make_unique<SshPlace>(std::move(place), std::move(name));
}

} // namespace loupe
