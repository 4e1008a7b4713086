// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/detail/conversationpanel.h"
#include "ui/style/theme.h"

#include <QCheckBox>
#include <QLabel>
#include <QPlainTextEdit>
#include <QStackedWidget>
#include <QTest>
#include <QTextBlock>

#include "tests/ui/fakestore.h"
#include "tests/ui/uitest.h"

namespace tst_conversation {

using namespace loupe;
using namespace loupe::ui;
using namespace Qt::StringLiterals;

namespace {

DialogueRound sampleRound(int number)
{
    DialogueRound round;
    round.round = number;
    round.told = {{"task", "Write <b>it</b>.\x1b[31m"}};
    round.reasoning = "hm hm";
    round.answer = {{"so:\n", false}, {"int x;\n", true}, {"done", false}};
    round.outcome = "code: block 2 of 3";
    return round;
}

/// Returns the pieces of text with this background.
QStringList markedIn(const QPlainTextEdit &edit, const QColor &color)
{
    QStringList out;
    for (QTextBlock block = edit.document()->begin(); block.isValid(); block = block.next()) {
        for (auto at = block.begin(); !at.atEnd(); ++at) {
            if (at.fragment().charFormat().background() == QBrush(color))
                out.append(at.fragment().text());
        }
    }
    return out;
}

} // namespace

class TestConversation final : public QObject
{
    Q_OBJECT
private slots:
    void marksExtractedCodeAndShowsPlainText()
    {
        const Theme theme;
        ConversationPanel panel(theme);
        panel.show({sampleRound(0), sampleRound(1)}, 1);
        const QString text = panel.text()->toPlainText();
        QVERIFY(text.contains(u"Write <b>it</b>.\u241b[31m"_s)); // neither markup nor colour
        QVERIFY(text.contains(u"code: block 2 of 3"_s));
        QCOMPARE(markedIn(*panel.text(), theme.color(Token::AccentTint)),
                 QStringList({u"int x;"_s, u"int x;"_s}));
        QCOMPARE(panel.text()->textCursor().block().text(), u"Round 1"_s);
        QVERIFY(panel.text()->isReadOnly());
    }

    void reasoningIsFoldedByDefault()
    {
        const Theme theme;
        ConversationPanel panel(theme);
        panel.show({sampleRound(0)}, 0);
        QVERIFY(!panel.text()->toPlainText().contains(u"hm hm"_s));
        panel.reasoningBox()->setChecked(true);
        QVERIFY(panel.text()->toPlainText().contains(u"hm hm"_s));
        DialogueRound plain = sampleRound(0);
        plain.reasoning.clear();
        panel.show({plain}, 0);
        QVERIFY(panel.reasoningBox()->isHidden());
    }

    void explainsMissingConversations()
    {
        const Theme theme;
        ConversationPanel panel(theme);
        panel.show({}, 0);
        const auto *stack = panel.findChild<QStackedWidget *>();
        const auto *label = qobject_cast<const QLabel *>(stack->currentWidget());
        QVERIFY(label != nullptr);
        QVERIFY(label->text().startsWith(u"No conversation"_s));
    }

    void aLongAnswerIsCut()
    {
        const Theme theme;
        ConversationPanel panel(theme);
        DialogueRound round = sampleRound(0);
        round.answer = {{std::string(std::size_t{4} << 20U, 'a'), true}};
        panel.show({round}, 0);
        QVERIFY(panel.text()->toPlainText().size() < 300'000);
        QVERIFY(panel.text()->toPlainText().contains(u"the rest of this text is not shown"_s));
    }

    void isReadFromTheStore()
    {
        const auto store = test::FakeStore::make();
        store->addRows(2);
        Dialogue dialogue;
        dialogue.messages = {{0, 0, "user", "task", {}, "Write it.", "", {}, ""}};
        store->setDialogue(RowId{2}, dialogue);
        const auto reader = store->opener()("store");
        QVERIFY(reader);
        QVERIFY(conversationOf(**reader, RowId{1})->empty());
        QCOMPARE(conversationOf(**reader, RowId{2})->at(0).told.at(0).body,
                 std::string("Write it."));
    }
};

} // namespace tst_conversation

LOUPE_UI_TEST(conversation, tst_conversation::TestConversation)
#include "tst_conversation.moc"
