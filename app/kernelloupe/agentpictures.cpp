// SPDX-License-Identifier: GPL-3.0-or-later
// Draws pictures of the New run dialog before an agent is started.
#include "app/kernelloupe/pagerenderer.h"
#include "app/kernelloupe/waiting.h"
#include "ui/dialogs/agentform.h"
#include "ui/dialogs/newrundialog.h"
#include "ui/shell/window/mainwindow.h"

#include <QTabWidget>

using namespace Qt::StringLiterals;

namespace loupe::app {

Status PageRenderer::renderAgents(ui::MainWindow &window, const std::filesystem::path &store)
{
    ui::NewRunDialog dialog(m_theme, m_services.launch,
                            {m_services.choices, m_services.presets, m_services.findChoices,
                             m_services.generation, m_services.agents},
                            &window);
    dialog.show();
    AgentRunRequest request;
    request.run.suite = m_services.taskFolder;
    request.run.store = store;
    request.run.taskFilter = "category:Activation";
    request.method = "my-agent";
    request.command.argv = {"python3", "/home/me/agent/main.py"};
    request.command.environment = {"MY_KEY"};
    request.command.readOnly = {"/home/me/agent"};
    request.command.hasNetwork = true;
    request.limits.dollars = 2;
    dialog.setAgents(request);
    if (!waitFor([&dialog] { return !dialog.isPlanning(); }))
        return Error{Errc::Timeout, "the agent's tasks were not read", {}, {}, {}};
    const QStringList steps{u"52-agent-tasks"_s, u"53-agent-command"_s};
    for (int step = 0; step < steps.size(); ++step) {
        dialog.agentForm()->steps()->setCurrentIndex(step);
        if (Status saved = save(dialog, steps[step]); !saved)
            return saved;
    }
    return {};
}

} // namespace loupe::app
