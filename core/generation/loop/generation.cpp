// SPDX-License-Identifier: Apache-2.0
#include "core/generation/loop/generation.h"

#include "core/base/errors.h"
#include "core/endpoints/chat/chatrequest.h"
#include "core/endpoints/client/asker.h"
#include "core/endpoints/spool/spoolreader.h"
#include "core/generation/dialogues/spooledtry.h"
#include "core/generation/loop/asking.h"
#include "core/generation/loop/keptanswers.h"

#include <utility>

namespace loupe {

namespace fs = std::filesystem;

namespace {

/// One call of generate().
class Generation
{
public:
    Generation(GenerationRequest request, GenerationSetup setup, const GenerationTools &tools)
        : m_request(std::move(request))
        , m_setup(std::move(setup))
        , m_tools(tools)
        , m_book(m_setup.origin)
    {
        m_out.run = m_setup.run;
        m_out.samples = m_setup.strategy.samples * static_cast<int>(m_setup.tasks.size());
    }

    Result<GenerationOutcome> run(const std::stop_token &stop)
    {
        const auto kept = readKeptAnswers(m_request, m_setup, m_book);
        if (!kept)
            return kept.error();
        m_isRunThere = kept->isRunThere;
        if (m_request.run.dryRun)
            return dryRun();
        if (isAnythingOpen()) {
            if (Status asked = ask(stop); !asked)
                return asked.error();
        }
        count();
        if (m_out.end == AskingEnd::Stopped)
            return std::move(m_out);
        if (m_out.settled == 0)
            return Error{Errc::Io,
                         m_out.why.empty() ? "nothing was answered" : m_out.why,
                         m_request.profile.endpoint.url.with(chatResource()),
                         "mend what the message says; the same command with --resume goes on",
                         {}};
        if (Status done = evaluate(); !done)
            return done.error();
        return std::move(m_out);
    }

private:
    bool isAnythingOpen() const
    {
        bool isOpen = false;
        eachOpen([&](const AskedTask &, int, const WantedRequest &) { isOpen = true; });
        return isOpen;
    }

    template <typename Each>
    void eachOpen(Each each) const
    {
        for (int sample = 0; sample < m_setup.strategy.samples; ++sample) {
            for (const AskedTask &task : m_setup.tasks) {
                const auto wanted
                    = nextRequest(m_book.find(task.name, sample), m_request.profile.parameters);
                if (wanted)
                    each(task, sample, *wanted);
            }
        }
    }

    Result<GenerationOutcome> dryRun()
    {
        eachOpen([&](const AskedTask &task, int sample, const WantedRequest &wanted) {
            Request request;
            request.state = "planned";
            request.body
                = chatBody(m_request.profile, {{"user", task.prompt}}, sample, wanted.maxOutput);
            m_out.most += spentBy(request, m_request.profile);
        });
        count();
        return std::move(m_out);
    }

    Status ask(const std::stop_token &stop)
    {
        AskerRequest begin;
        begin.profile = m_request.profile;
        begin.spool = m_setup.spool;
        begin.record = m_request.record;
        for (const Dialogue &dialogue : m_book.dialogues()) {
            for (const Request &request : dialogue.requests)
                begin.spent.push_back({{dialogue.task, dialogue.sample, request.round,
                                        request.purpose, request.attempt + 1},
                                       spentBy(request, m_request.profile)});
        }
        std::error_code failed;
        fs::create_directories(m_setup.spool.parent_path(), failed);
        if (!failed)
            fs::permissions(m_setup.spool.parent_path(), fs::perms::owner_all, failed);
        if (failed)
            return errorAt(Errc::Io, "cannot make the spool: " + failed.message(),
                           m_setup.spool.parent_path().string());
        const auto asker = m_request.replay.empty()
            ? startAskProcess(m_tools.askProgram, begin, stop)
            : startReplay(m_request.replay, begin, m_request.isReplayExact);
        if (!asker)
            return asker.error();
        Asking asking(m_request.profile, m_setup, m_book, **asker, m_tools.say);
        if (Status asked = asking.run(stop); !asked)
            return asked;
        m_out.end = asking.end();
        m_out.why = asking.why();
        return {};
    }

    void count()
    {
        for (const Dialogue &dialogue : m_book.dialogues()) {
            for (const Request &request : dialogue.requests) {
                ++m_out.requests;
                m_out.spent += spentBy(request, m_request.profile);
            }
        }
        for (const Candidate &candidate : m_book.candidates(m_setup.language)) {
            ++m_out.settled;
            m_out.withCode += candidate.source.empty() ? 0 : 1;
        }
    }

    Status evaluate()
    {
        RunRequest run = m_request.run;
        run.name = m_setup.run;
        run.resume = m_isRunThere;
        run.candidates.clear();
        run.given = {{m_setup.method, m_book.candidates(m_setup.language), m_book.dialogues()}};
        auto evaluated = m_tools.evaluate(run);
        if (!evaluated)
            return evaluated.error();
        m_out.evaluated = std::move(*evaluated);
        return dropStoredAnswers(m_request, m_setup);
    }

    GenerationRequest m_request;
    GenerationSetup m_setup;
    const GenerationTools &m_tools;
    DialogueBook m_book;
    GenerationOutcome m_out;
    bool m_isRunThere = false;
};

} // namespace

const char *name(AskingEnd end)
{
    switch (end) {
    case AskingEnd::Budget:
        return "budget";
    case AskingEnd::Endpoint:
        return "endpoint";
    case AskingEnd::Stopped:
        return "stopped";
    case AskingEnd::Answered:
        break;
    }
    return "answered";
}

Result<GenerationOutcome> generate(GenerationRequest request, const GenerationTools &tools,
                                   const std::stop_token &stop)
{
    auto setup = setUpGeneration(request);
    if (!setup)
        return setup.error();
    return Generation(std::move(request), std::move(*setup), tools).run(stop);
}

} // namespace loupe
