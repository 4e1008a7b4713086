<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>FailureCauses</name>
    <message>
        <source>grouped by root cause</source>
        <translation>nach Grundursache gruppiert</translation>
    </message>
    <message>
        <source>grouped by root cause, or by verdict and message if none is stored</source>
        <translation>nach Grundursache gruppiert, ohne gespeicherte Ursache nach Urteil und Meldung</translation>
    </message>
</context>
<context>
    <name>FigureEntry</name>
    <message>
        <source>never exported</source>
        <translation>nie exportiert</translation>
    </message>
    <message>
        <source>current</source>
        <translation>aktuell</translation>
    </message>
    <message>
        <source>out of date</source>
        <translation>veraltet</translation>
    </message>
    <message>
        <source>out of date: %1 change</source>
        <translation>veraltet: %1 Änderung</translation>
    </message>
    <message>
        <source>out of date: %1 changes</source>
        <translation>veraltet: %1 Änderungen</translation>
    </message>
</context>
<context>
    <name>FileChooser</name>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>%1 file</source>
        <translation>%1-Datei</translation>
    </message>
</context>
<context>
    <name>PairChoices</name>
    <message>
        <source>What changed</source>
        <translation>Was sich geändert hat</translation>
    </message>
    <message>
        <source>All attempts (%1)</source>
        <translation>Alle Versuche (%1)</translation>
    </message>
    <message>
        <source>Newly correct (%1)</source>
        <translation>Neu richtig (%1)</translation>
    </message>
    <message>
        <source>Correct in the other run only (%1)</source>
        <translation>Nur im anderen Lauf richtig (%1)</translation>
    </message>
    <message>
        <source>Regressed (%1)</source>
        <translation>Verschlechtert (%1)</translation>
    </message>
    <message>
        <source>Correct in the baseline run only (%1)</source>
        <translation>Nur im Baseline-Lauf richtig (%1)</translation>
    </message>
    <message>
        <source>Faster (%1)</source>
        <translation>Schneller (%1)</translation>
    </message>
    <message>
        <source>Slower (%1)</source>
        <translation>Langsamer (%1)</translation>
    </message>
    <message>
        <source>Unclear (%1)</source>
        <translation>Unklar (%1)</translation>
    </message>
    <message>
        <source>Missing in the baseline (%1)</source>
        <translation>Fehlt in der Baseline (%1)</translation>
    </message>
    <message>
        <source>Missing in the other run (%1)</source>
        <translation>Fehlt im anderen Lauf (%1)</translation>
    </message>
    <message>
        <source>Cell: %1 → %2</source>
        <translation>Zelle: %1 → %2</translation>
    </message>
</context>
<context>
    <name>PathRow</name>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen…</translation>
    </message>
    <message>
        <source>Browse for the %1</source>
        <translation>Durchsuchen: %1</translation>
    </message>
</context>
<context>
    <name>QObject</name>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>Run programs named in a file?</source>
        <translation>Programme ausführen, die eine Datei nennt?</translation>
    </message>
    <message>
        <source>%1 names programs that run outside the sandbox, with your rights:
%2

Use them on this machine, now and later?</source>
        <translation>%1 nennt Programme, die außerhalb der Sandbox mit Ihren Rechten laufen:
%2

Jetzt und künftig auf diesem Rechner verwenden?</translation>
    </message>
    <message>
        <source>&amp;Use them</source>
        <translation>&amp;Verwenden</translation>
    </message>
    <message>
        <source>&amp;Do not run</source>
        <translation>&amp;Nicht ausführen</translation>
    </message>
    <message>
        <source>building</source>
        <translation>baut</translation>
    </message>
    <message>
        <source>loading</source>
        <translation>lädt</translation>
    </message>
    <message>
        <source>running</source>
        <translation>läuft</translation>
    </message>
    <message>
        <source>verifying</source>
        <translation>prüft</translation>
    </message>
    <message>
        <source>timing</source>
        <translation>misst</translation>
    </message>
    <message>
        <source>starting</source>
        <translation>startet</translation>
    </message>
    <message>
        <source>Not counted: the method&apos;s result for this task is another attempt.</source>
        <translation>Nicht gezählt: Das Ergebnis der Methode für diese Aufgabe ist ein anderer Versuch.</translation>
    </message>
    <message>
        <source>Not counted: the scope has another suite (%1).</source>
        <translation>Nicht gezählt: Die Auswahl hat eine andere Suite (%1).</translation>
    </message>
    <message>
        <source>Not counted: the scope has another device (%1).</source>
        <translation>Nicht gezählt: Die Auswahl hat ein anderes Gerät (%1).</translation>
    </message>
    <message>
        <source>Not counted: outside the scope. Click the number of results in the scope bar for the reasons.</source>
        <translation>Nicht gezählt: außerhalb der Auswahl. Ein Klick auf die Zahl der Ergebnisse in der Auswahlleiste zeigt die Gründe.</translation>
    </message>
    <message>
        <source>round %1</source>
        <translation>Runde %1</translation>
    </message>
    <message>
        <source>sample %1, round %2</source>
        <translation>Sample %1, Runde %2</translation>
    </message>
    <message>
        <source>%1 from %2</source>
        <translation>%1 aus %2</translation>
    </message>
    <message>
        <source>Prompt/feedback: %1</source>
        <translation>Prompt/Feedback: %1</translation>
    </message>
    <message>
        <source>Prompt/feedback not recorded; %1 ended with: %2</source>
        <translation>Prompt/Feedback nicht aufgezeichnet; %1 endete mit: %2</translation>
    </message>
    <message>
        <source>Prompt/feedback not recorded.</source>
        <translation>Prompt/Feedback nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>The prompt or feedback of this round is not recorded.</source>
        <translation>Prompt oder Feedback dieser Runde ist nicht aufgezeichnet.</translation>
    </message>
    <message>
        <source>

%1 ended with:
%2</source>
        <translation>

%1 endete mit:
%2</translation>
    </message>
    <message>
        <source>No message and no log were recorded.</source>
        <translation>Weder Meldung noch Log wurden aufgezeichnet.</translation>
    </message>
    <message>
        <source>no source was recorded</source>
        <translation>kein Quelltext wurde aufgezeichnet</translation>
    </message>
    <message>
        <source>reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>no reference was recorded; File → Add references takes it from the suite&apos;s checkout</source>
        <translation>keine Referenz wurde aufgezeichnet; Datei → Referenzen hinzufügen holt sie aus dem Checkout der Suite</translation>
    </message>
    <message>
        <source>not measured</source>
        <translation>nicht gemessen</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>&amp;Start</source>
        <translation>&amp;Start</translation>
    </message>
    <message>
        <source>STORE</source>
        <translation>STORE</translation>
    </message>
    <message>
        <source>&amp;Overview</source>
        <translation>Ü&amp;bersicht</translation>
    </message>
    <message>
        <source>POPULATION</source>
        <translation>GRUNDGESAMTHEIT</translation>
    </message>
    <message>
        <source>R&amp;esults</source>
        <translation>&amp;Ergebnisse</translation>
    </message>
    <message>
        <source>Co&amp;mpare</source>
        <translation>&amp;Vergleich</translation>
    </message>
    <message>
        <source>&amp;Distributions</source>
        <translation>Ver&amp;teilungen</translation>
    </message>
    <message>
        <source>Roofli&amp;ne</source>
        <translation>Roofli&amp;ne</translation>
    </message>
    <message>
        <source>Tra&amp;jectories</source>
        <translation>Tra&amp;jektorien</translation>
    </message>
    <message>
        <source>&amp;Triage</source>
        <translation>T&amp;riage</translation>
    </message>
    <message>
        <source>JUDGE</source>
        <translation>BEURTEILEN</translation>
    </message>
    <message>
        <source>&amp;Audit</source>
        <translation>&amp;Audit</translation>
    </message>
    <message>
        <source>&amp;Runs</source>
        <translation>&amp;Läufe</translation>
    </message>
    <message>
        <source>MAKE</source>
        <translation>ERZEUGEN</translation>
    </message>
    <message>
        <source>Q&amp;ueue</source>
        <translation>&amp;Warteschlange</translation>
    </message>
    <message>
        <source>&amp;Figures</source>
        <translation>Abbildun&amp;gen</translation>
    </message>
    <message>
        <source>S&amp;QL</source>
        <translation>S&amp;QL</translation>
    </message>
    <message>
        <source>%1 request</source>
        <translation>%1 Anfrage</translation>
    </message>
    <message>
        <source>%1 requests</source>
        <translation>%1 Anfragen</translation>
    </message>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 h</source>
        <translation>%1 h</translation>
    </message>
    <message>
        <source>%1 min</source>
        <translation>%1 min</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <translation>%1 h %2 min</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>%1 · sample %2 · round %3 · %4</source>
        <translation>%1 · Sample %2 · Runde %3 · %4</translation>
    </message>
    <message>
        <source> · demo data</source>
        <translation> · Demodaten</translation>
    </message>
    <message>
        <source>%1, %2 in, %3 out</source>
        <translation>%1, Eingabe %2, Ausgabe %3</translation>
    </message>
    <message>
        <source>%1 token</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>%1 tokens</source>
        <translation>%1 Token</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>suspicion</source>
        <translation>Verdacht</translation>
    </message>
    <message>
        <source>proof</source>
        <translation>Beweis</translation>
    </message>
</context>
<context>
    <name>TrajectoryStudy</name>
    <message>
        <source>Rounds of several methods or conditions are not averaged. Choose one at the top right.</source>
        <translation>Runden mehrerer Methoden oder Bedingungen werden nicht gemittelt. Rechts oben lässt sich eine wählen.</translation>
    </message>
</context>
<context>
    <name>loupe::ui</name>
    <message>
        <source>%1 selected: %2</source>
        <translation>%1 markiert: %2</translation>
    </message>
</context>
<context>
    <name>loupe::ui::AgentFields</name>
    <message>
        <source>Net&amp;work access</source>
        <translation>Net&amp;zwerkzugriff</translation>
    </message>
    <message>
        <source>Verdicts of a task at most</source>
        <translation>Urteile je Aufgabe höchstens</translation>
    </message>
    <message>
        <source>Minutes of a task at most</source>
        <translation>Minuten je Aufgabe höchstens</translation>
    </message>
    <message>
        <source>Dollars of a task at most</source>
        <translation>Dollar je Aufgabe höchstens</translation>
    </message>
    <message>
        <source>Agents at the same time</source>
        <translation>Agenten gleichzeitig</translation>
    </message>
    <message>
        <source>Started once for each task, in a sandbox, in a folder with the task. Put &quot;double quotes&quot; round names with spaces.</source>
        <translation>Wird einmal je Aufgabe gestartet, in einer Sandbox, in einem Ordner mit der Aufgabe. Namen mit Leerzeichen stehen in &quot;Anführungszeichen&quot;.</translation>
    </message>
    <message>
        <source>method name in the store</source>
        <translation>Name der Methode im Store</translation>
    </message>
    <message>
        <source>none: names of variables, with spaces between</source>
        <translation>keine: Namen von Variablen, durch Leerzeichen getrennt</translation>
    </message>
    <message>
        <source>Names of variables, for example of its API key. Their values are not stored.</source>
        <translation>Namen von Variablen, zum Beispiel seines API-Schlüssels. Ihre Werte werden nicht gespeichert.</translation>
    </message>
    <message>
        <source>none (a file or folder outside the system&apos;s own)</source>
        <translation>keine (eine Datei oder ein Ordner, die nicht zum System gehören)</translation>
    </message>
    <message>
        <source>any</source>
        <translation>beliebig</translation>
    </message>
    <message>
        <source>&amp;Command</source>
        <translation>&amp;Befehl</translation>
    </message>
    <message>
        <source>&amp;Method</source>
        <translation>&amp;Methode</translation>
    </message>
    <message>
        <source>&amp;Variables</source>
        <translation>&amp;Variablen</translation>
    </message>
    <message>
        <source>Can rea&amp;d</source>
        <translation>Darf &amp;lesen</translation>
    </message>
    <message>
        <source>Each task, &amp;verdicts</source>
        <translation>Je Aufgabe, &amp;Urteile</translation>
    </message>
    <message>
        <source>A&amp;gents at once</source>
        <translation>A&amp;genten zugleich</translation>
    </message>
    <message>
        <source>The agent can write only to its own folder. It can read the system and what is named here. Dollar limits use the costs that it reports. Each program and its verdict are stored before the agent gets the verdict.</source>
        <translation>Der Agent kann nur in seinen eigenen Ordner schreiben. Lesen kann er das System und was hier genannt ist. Dollargrenzen rechnen mit den Kosten, die er meldet. Jedes Programm und sein Urteil werden gespeichert, bevor der Agent das Urteil bekommt.</translation>
    </message>
    <message>
        <source>m&amp;inutes</source>
        <translation>M&amp;inuten</translation>
    </message>
    <message>
        <source>do&amp;llars</source>
        <translation>&amp;Dollar</translation>
    </message>
    <message>
        <source>Enter the command that searches for kernels.</source>
        <translation>Geben Sie den Befehl ein, der nach Kerneln sucht.</translation>
    </message>
    <message>
        <source>Enter a method name. Results are stored under it.</source>
        <translation>Geben Sie einen Methodennamen ein. Unter ihm werden die Ergebnisse gespeichert.</translation>
    </message>
</context>
<context>
    <name>loupe::ui::AgentForm</name>
    <message>
        <source>suite and method</source>
        <translation>Suite und Methode</translation>
    </message>
    <message>
        <source>1 Tasks</source>
        <translation>1 Aufgaben</translation>
    </message>
    <message>
        <source>2 Agent</source>
        <translation>2 Agent</translation>
    </message>
</context>
<context>
    <name>loupe::ui::AgentJob</name>
    <message>
        <source>the agent works: %1 program judged</source>
        <translation>der Agent arbeitet: %1 Programm beurteilt</translation>
    </message>
    <message>
        <source>the agent works: %1 programs judged</source>
        <translation>der Agent arbeitet: %1 Programme beurteilt</translation>
    </message>
</context>
<context>
    <name>loupe::ui::AgentOutlook</name>
    <message>
        <source>Preview for the agent</source>
        <translation>Vorschau für den Agenten</translation>
    </message>
    <message>
        <source>%1 task, in a folder of its own</source>
        <translation>%1 Aufgabe, in einem eigenen Ordner</translation>
    </message>
    <message>
        <source>%1 tasks, each in a folder of its own</source>
        <translation>%1 Aufgaben, jede in einem eigenen Ordner</translation>
    </message>
    <message>
        <source>At most %1 and %2 for each task.</source>
        <translation>Höchstens %1 und %2 je Aufgabe.</translation>
    </message>
    <message>
        <source>%1 verdict</source>
        <translation>%1 Urteil</translation>
    </message>
    <message>
        <source>%1 verdicts</source>
        <translation>%1 Urteile</translation>
    </message>
    <message>
        <source>At most $%1 for each task, by the costs that the agent reports.</source>
        <translation>Höchstens $%1 je Aufgabe, nach den Kosten, die der Agent meldet.</translation>
    </message>
    <message>
        <source>▲ No dollar limit: the agent pays for its own model requests.</source>
        <translation>▲ Keine Dollargrenze: Der Agent bezahlt seine Modellanfragen selbst.</translation>
    </message>
    <message>
        <source>Network access: yes.</source>
        <translation>Netzwerkzugriff: ja.</translation>
    </message>
    <message>
        <source>Network access: no.</source>
        <translation>Netzwerkzugriff: nein.</translation>
    </message>
    <message>
        <source>Its files are kept in %1.</source>
        <translation>Seine Dateien bleiben in %1.</translation>
    </message>
</context>
<context>
    <name>loupe::ui::AskLaneModel</name>
    <message>
        <source>idle</source>
        <translation>untätig</translation>
    </message>
    <message>
        <source>answering, %1 bytes</source>
        <translation>antwortet, %1 Byte</translation>
    </message>
    <message>
        <source>retries in %1</source>
        <translation>neuer Versuch in %1</translation>
    </message>
    <message>
        <source>asking</source>
        <translation>fragt an</translation>
    </message>
    <message>
        <source>Lane</source>
        <translation>Spur</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Sample · round</source>
        <translation>Sample · Runde</translation>
    </message>
    <message>
        <source>%1 · %2 (%3)</source>
        <translation>%1 · %2 (%3)</translation>
    </message>
    <message>
        <source>answering, %1 byte</source>
        <translation>antwortet, %1 Byte</translation>
    </message>
</context>
<context>
    <name>loupe::ui::AskingPanel</name>
    <message>
        <source>Outcomes of the answers</source>
        <translation>Ausgänge der Antworten</translation>
    </message>
    <message>
        <source>Over all requests, including failures and retries. A round counts with its last result, a request with its own.</source>
        <translation>Über alle Anfragen, auch fehlgeschlagene und wiederholte. Eine Runde zählt mit ihrem letzten Ergebnis, eine Anfrage mit ihrem eigenen.</translation>
    </message>
</context>
<context>
    <name>loupe::ui::AuditPage</name>
    <message>
        <source>&lt;p&gt;&lt;b&gt;%1&lt;/b&gt; (%2) · %3, %4%5&lt;br&gt;%6&lt;/p&gt;</source>
        <translation>&lt;p&gt;&lt;b&gt;%1&lt;/b&gt; (%2) · %3, %4%5&lt;br&gt;%6&lt;/p&gt;</translation>
    </message>
    <message>
        <source>, line %1</source>
        <translation>, Zeile %1</translation>
    </message>
    <message>
        <source>&lt;p&gt;Shows: %1&lt;br&gt;Cannot show: %2&lt;/p&gt;</source>
        <translation>&lt;p&gt;Zeigt: %1&lt;br&gt;Zeigt nicht: %2&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Audit saved %1.</source>
        <translation>Das Audit hat %1 gespeichert.</translation>
    </message>
    <message>
        <source>%1 finding</source>
        <translation>%1 Befund</translation>
    </message>
    <message>
        <source>%1 findings</source>
        <translation>%1 Befunde</translation>
    </message>
    <message>
        <source> Not inspected: %1 (%2).</source>
        <translation> Nicht untersucht: %1 (%2).</translation>
    </message>
    <message>
        <source>%1 imported source</source>
        <translation>%1 importierter Quelltext</translation>
    </message>
    <message>
        <source>%1 imported sources</source>
        <translation>%1 importierte Quelltexte</translation>
    </message>
    <message>
        <source>All rules</source>
        <translation>Alle Regeln</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>&lt;p&gt;&lt;b&gt;%1 results are selected.&lt;/b&gt; A decision applies to all of them.&lt;/p&gt;</source>
        <translation>&lt;p&gt;&lt;b&gt;%1 Ergebnisse sind markiert.&lt;/b&gt; Eine Entscheidung gilt für alle.&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;&lt;b&gt;%1&lt;/b&gt; · %2&lt;br&gt;%3 · %4&lt;/p&gt;</source>
        <translation>&lt;p&gt;&lt;b&gt;%1&lt;/b&gt; · %2&lt;br&gt;%3 · %4&lt;/p&gt;</translation>
    </message>
    <message>
        <source>&lt;p&gt;%1 · %2&lt;/p&gt;</source>
        <translation>&lt;p&gt;%1 · %2&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Flagged: not counted as correct</source>
        <translation>Verdächtig markiert: zählt nicht als richtig</translation>
    </message>
    <message>
        <source>Counts as any other result</source>
        <translation>Zählt wie jedes andere Ergebnis</translation>
    </message>
    <message>
        <source>&lt;p&gt;%1: %2&lt;/p&gt;</source>
        <translation>&lt;p&gt;%1: %2&lt;/p&gt;</translation>
    </message>
    <message>
        <source>Audit stopped.</source>
        <translation>Audit gestoppt.</translation>
    </message>
    <message>
        <source>Auditing all records…</source>
        <translation>Alle Datensätze werden auditiert…</translation>
    </message>
    <message>
        <source>&lt;p&gt;&lt;b&gt;%1&lt;/b&gt; · %2 · %3&lt;br&gt;%4</source>
        <translation>&lt;p&gt;&lt;b&gt;%1&lt;/b&gt; · %2 · %3&lt;br&gt;%4</translation>
    </message>
    <message>
        <source>correct</source>
        <translation>richtig</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>&lt;br&gt;&lt;code&gt;line %1: %2&lt;/code&gt;</source>
        <translation>&lt;br&gt;&lt;code&gt;Zeile %1: %2&lt;/code&gt;</translation>
    </message>
    <message>
        <source>The audit was discarded. Nothing is flagged by it.</source>
        <translation>Das Audit wurde verworfen. Nichts ist dadurch verdächtig markiert.</translation>
    </message>
    <message>
        <source>%1 result</source>
        <translation>%1 Ergebnis</translation>
    </message>
    <message>
        <source>%1 results</source>
        <translation>%1 Ergebnisse</translation>
    </message>
    <message>
        <source>%1 selected: under suspicion</source>
        <translation>%1 markiert: unter Verdacht</translation>
    </message>
    <message>
        <source>Stop the audit</source>
        <translation>Audit stoppen</translation>
    </message>
    <message>
        <source>Flag these results</source>
        <translation>Diese Ergebnisse verdächtig markieren</translation>
    </message>
    <message>
        <source>Audit the records</source>
        <translation>Datensätze auditieren</translation>
    </message>
    <message>
        <source>%1 attempt with findings</source>
        <translation>%1 Versuch mit Befunden</translation>
    </message>
    <message>
        <source>%1 attempts with findings</source>
        <translation>%1 Versuche mit Befunden</translation>
    </message>
    <message>
        <source>%1 not reviewed · %2 of %3 task × method pairs flagged: not counted as correct</source>
        <translation>%1 ungeprüft · %2 von %3 Paaren Aufgabe × Methode verdächtig markiert: zählen nicht als richtig</translation>
    </message>
    <message>
        <source>Open one to see suspicious results.</source>
        <translation>Öffnen Sie einen, um verdächtige Ergebnisse zu sehen.</translation>
    </message>
    <message>
        <source>The suspicions could not be read.</source>
        <translation>Die Verdachtsfälle konnten nicht gelesen werden.</translation>
    </message>
    <message>
        <source>No suspicious result matches the filter.</source>
        <translation>Kein verdächtiges Ergebnis passt zum Filter.</translation>
    </message>
    <message>
        <source>No findings for results that match %1</source>
        <translation>Keine Befunde für Ergebnisse, die zu %1 passen</translation>
    </message>
    <message>
        <source>Not audited since the store was opened</source>
        <translation>Nicht auditiert, seit der Store geöffnet wurde</translation>
    </message>
    <message>
        <source>No suspicious results found</source>
        <translation>Keine verdächtigen Ergebnisse gefunden</translation>
    </message>
    <message>
        <source>No suspicious results. Runs inspect their results as they are measured. Imported results are inspected by an audit, which also compares all results and saves its findings.</source>
        <translation>Keine verdächtigen Ergebnisse. Läufe untersuchen ihre Ergebnisse während der Messung. Importierte Ergebnisse untersucht ein Audit; es vergleicht auch alle Ergebnisse miteinander und speichert seine Befunde.</translation>
    </message>
    <message>
        <source>J/K next · Enter writes the reason · Ctrl+Z undoes the last decision</source>
        <translation>J/K weiter · Eingabe schreibt die Begründung · Strg+Z nimmt die letzte Entscheidung zurück</translation>
    </message>
    <message>
        <source>Enter a reason first; a decision needs one.</source>
        <translation>Geben Sie zuerst eine Begründung ein; jede Entscheidung braucht eine.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>The last decision was undone.</source>
        <translation>Die letzte Entscheidung wurde zurückgenommen.</translation>
    </message>
    <message>
        <source>%1 not saved yet; retrying: %2</source>
        <translation>%1 noch nicht gespeichert; neuer Versuch folgt: %2</translation>
    </message>
    <message>
        <source>%1 decision is</source>
        <translation>%1 Entscheidung ist</translation>
    </message>
    <message>
        <source>%1 decisions are</source>
        <translation>%1 Entscheidungen sind</translation>
    </message>
    <message>
        <source>Only not reviewed</source>
        <translation>Nur ungeprüfte</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Akzeptieren</translation>
    </message>
    <message>
        <source>Exclude</source>
        <translation>Ausschließen</translation>
    </message>
    <message>
        <source>Undo review</source>
        <translation>Prüfung zurücknehmen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Show in Results</source>
        <translation>Unter Ergebnisse zeigen</translation>
    </message>
    <message>
        <source>Discard the audit</source>
        <translation>Audit verwerfen</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Compares all stored results with each other, and saves the findings</source>
        <translation>Vergleicht alle gespeicherten Ergebnisse miteinander und speichert die Befunde</translation>
    </message>
    <message>
        <source>Suspicions and proofs</source>
        <translation>Verdachtsfälle und Beweise</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Beleg</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Begründung</translation>
    </message>
    <message>
        <source>reason (required)</source>
        <translation>Begründung (erforderlich)</translation>
    </message>
    <message>
        <source>Not cheating: the result counts again, unless there is a proof</source>
        <translation>Kein Betrug: Das Ergebnis zählt wieder, sofern es keinen Beweis gibt</translation>
    </message>
    <message>
        <source>Cheating: the result does not count as correct</source>
        <translation>Betrug: Das Ergebnis zählt nicht als richtig</translation>
    </message>
    <message>
        <source>Removes the decision</source>
        <translation>Entfernt die Entscheidung</translation>
    </message>
    <message>
        <source>Undoes the last decision of this session; both stay in the store</source>
        <translation>Nimmt die letzte Entscheidung dieser Sitzung zurück; beide bleiben im Store</translation>
    </message>
    <message>
        <source>Headline numbers with and without excluded results</source>
        <translation>Kennzahlen mit und ohne ausgeschlossene Ergebnisse</translation>
    </message>
</context>
<context>
    <name>loupe::ui::AxisLimitsDialog</name>
    <message>
        <source>automatic: %1</source>
        <translation>automatisch: %1</translation>
    </message>
    <message>
        <source>&amp;Apply</source>
        <translation>&amp;Anwenden</translation>
    </message>
    <message>
        <source>Axis limits</source>
        <translation>Achsengrenzen</translation>
    </message>
    <message>
        <source>x from</source>
        <translation>x von</translation>
    </message>
    <message>
        <source>x to</source>
        <translation>x bis</translation>
    </message>
    <message>
        <source>y from</source>
        <translation>y von</translation>
    </message>
    <message>
        <source>y to</source>
        <translation>y bis</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>“%1” is not a number</source>
        <translation>„%1“ ist keine Zahl</translation>
    </message>
    <message>
        <source>The start of an axis must be below its end</source>
        <translation>Der Anfang einer Achse muss unter ihrem Ende liegen</translation>
    </message>
</context>
<context>
    <name>loupe::ui::BaselineFields</name>
    <message>
        <source>Candidates are timed against this form of the reference</source>
        <translation>Gegen diese Form der Referenz wird die Zeit der Kandidaten gemessen</translation>
    </message>
    <message>
        <source>Further baselines</source>
        <translation>Weitere Baselines</translation>
    </message>
    <message>
        <source>Further baselines: each is timed once for a task, and its times are kept for later runs</source>
        <translation>Weitere Baselines: Jede wird einmal je Aufgabe gemessen, und ihre Zeiten bleiben für spätere Läufe erhalten</translation>
    </message>
</context>
<context>
    <name>loupe::ui::CalibrationJob</name>
    <message>
        <source>Calibration of %1</source>
        <translation>Kalibrierung von %1</translation>
    </message>
    <message>
        <source>measuring the peak rates…</source>
        <translation>Spitzenraten werden gemessen…</translation>
    </message>
</context>
<context>
    <name>loupe::ui::CandidateModel</name>
    <message>
        <source>looking</source>
        <translation>in Arbeit</translation>
    </message>
    <message>
        <source>explained</source>
        <translation>erklärt</translation>
    </message>
    <message>
        <source>suspicious</source>
        <translation>verdächtig</translation>
    </message>
    <message>
        <source>accepted</source>
        <translation>akzeptiert</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Sample</translation>
    </message>
    <message>
        <source>%1 · round %2</source>
        <translation>%1 · Runde %2</translation>
    </message>
    <message>
        <source>sample %1, round %2</source>
        <translation>Sample %1, Runde %2</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
</context>
<context>
    <name>loupe::ui::CandidateView</name>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>Close the detail</source>
        <translation>Einzelheiten schließen</translation>
    </message>
    <message>
        <source>Close the detail (Ctrl+D)</source>
        <translation>Einzelheiten schließen (Strg+D)</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>State, tags and notes (T, N)</source>
        <translation>Status, Tags und Notizen (T, N)</translation>
    </message>
    <message>
        <source>This evaluation could not be read.</source>
        <translation>Diese Auswertung konnte nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>Candidate, round %1</source>
        <translation>Kandidat, Runde %1</translation>
    </message>
    <message>
        <source>Profile ▾</source>
        <translation>Profil ▾</translation>
    </message>
    <message>
        <source>Runs the kernel again for hardware counters, or under compute-sanitizer</source>
        <translation>Führt den Kernel noch einmal aus: mit Hardwarezählern oder unter compute-sanitizer</translation>
    </message>
    <message>
        <source>Profile the kernel</source>
        <translation>Profil des Kernels aufnehmen</translation>
    </message>
</context>
<context>
    <name>loupe::ui::CategoryModel</name>
    <message>
        <source>%2 of %1 task solved, %3 judged</source>
        <translation>%2 von %1 Aufgabe gelöst, %3 beurteilt</translation>
    </message>
    <message>
        <source>%2 of %1 tasks solved, %3 judged</source>
        <translation>%2 von %1 Aufgaben gelöst, %3 beurteilt</translation>
    </message>
</context>
<context>
    <name>loupe::ui::CauseModel</name>
    <message>
        <source>Cause</source>
        <translation>Ursache</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Reviewed</source>
        <translation>Geprüft</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>%1
%2: %3, %4 of them reviewed</source>
        <translation>%1
%2: %3, davon %4 geprüft</translation>
    </message>
    <message>
        <source>%1 failure</source>
        <translation>%1 Fehlschlag</translation>
    </message>
    <message>
        <source>%1 failures</source>
        <translation>%1 Fehlschläge</translation>
    </message>
</context>
<context>
    <name>loupe::ui::CeilingsRow</name>
    <message>
        <source>Calibrate</source>
        <translation>Kalibrieren</translation>
    </message>
    <message>
        <source>Ceilings of this machine</source>
        <translation>Grenzen dieses Rechners</translation>
    </message>
    <message>
        <source>Reading the ceilings of this machine…</source>
        <translation>Grenzen dieses Rechners werden gelesen…</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Ceilings of this machine · %1</source>
        <translation>Grenzen dieses Rechners · %1</translation>
    </message>
    <message>
        <source>Measuring %1. Results of later runs are drawn with its ceilings.</source>
        <translation>%1 wird gemessen. Ergebnisse späterer Läufe werden mit diesen Grenzen gezeichnet.</translation>
    </message>
    <message>
        <source>Measure the peak rates; nothing else should run meanwhile</source>
        <translation>Misst die Spitzenraten; währenddessen sollte nichts anderes laufen</translation>
    </message>
    <message>
        <source>Available when no job is running</source>
        <translation>Verfügbar, wenn nichts anderes läuft</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ChartControls</name>
    <message>
        <source>Bins</source>
        <translation>Klassen</translation>
    </message>
    <message>
        <source>¼ octave</source>
        <translation>¼ Oktave</translation>
    </message>
    <message>
        <source>½ octave</source>
        <translation>½ Oktave</translation>
    </message>
    <message>
        <source>1 octave</source>
        <translation>1 Oktave</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Bereich</translation>
    </message>
    <message>
        <source>%1 to %2×</source>
        <translation>%1 bis %2×</translation>
    </message>
    <message>
        <source>Mirrored</source>
        <translation>Gespiegelt</translation>
    </message>
    <message>
        <source>Only validated tasks</source>
        <translation>Nur validierte Aufgaben</translation>
    </message>
    <message>
        <source>Exclude flagged results</source>
        <translation>Verdächtig markierte Ergebnisse ausschließen</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Group: category</source>
        <translation>Gruppe: Kategorie</translation>
    </message>
    <message>
        <source>Group: method</source>
        <translation>Gruppe: Methode</translation>
    </message>
    <message>
        <source>Group: round</source>
        <translation>Gruppe: Runde</translation>
    </message>
    <message>
        <source>Group: level</source>
        <translation>Gruppe: Stufe</translation>
    </message>
    <message>
        <source>Group: suite</source>
        <translation>Gruppe: Suite</translation>
    </message>
    <message>
        <source>Group: device</source>
        <translation>Gruppe: Gerät</translation>
    </message>
    <message>
        <source>Group: run</source>
        <translation>Gruppe: Lauf</translation>
    </message>
    <message>
        <source>Group: baseline</source>
        <translation>Gruppe: Baseline</translation>
    </message>
    <message>
        <source>No grouping</source>
        <translation>Keine Gruppen</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>Gruppieren nach</translation>
    </message>
    <message>
        <source>Lines by</source>
        <translation>Linien nach</translation>
    </message>
    <message>
        <source>Option of the chart</source>
        <translation>Option des Diagramms</translation>
    </message>
    <message>
        <source>p of fast_p</source>
        <translation>p von fast_p</translation>
    </message>
    <message>
        <source>The table uses this p; drag the dotted line to change it</source>
        <translation>Die Tabelle verwendet dieses p; mit der gepunkteten Linie lässt es sich verschieben</translation>
    </message>
    <message>
        <source>Excludes tasks that an audit found unsound</source>
        <translation>Schließt Aufgaben aus, die ein Audit für untauglich hält</translation>
    </message>
    <message>
        <source>Excludes results with a proof or an unreviewed suspicion; otherwise they are drawn hollow</source>
        <translation>Schließt Ergebnisse mit einem Beweis oder einem ungeprüften Verdacht aus; sonst werden sie hohl gezeichnet</translation>
    </message>
    <message>
        <source>Columns: %1</source>
        <translation>Spalten: %1</translation>
    </message>
    <message>
        <source>Lines: %1</source>
        <translation>Linien: %1</translation>
    </message>
    <message>
        <source>Lines: none</source>
        <translation>Linien: keine</translation>
    </message>
    <message>
        <source>method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>Baseline</translation>
    </message>
    <message>
        <source>Speedup &gt; p</source>
        <translation>Speedup &gt; p</translation>
    </message>
    <message>
        <source>Speedup ≥ p</source>
        <translation>Speedup ≥ p</translation>
    </message>
    <message>
        <source>Tasks by group</source>
        <translation>Aufgaben nach Gruppe</translation>
    </message>
    <message>
        <source>Cluster similar tasks</source>
        <translation>Ähnliche Aufgaben zusammenfassen</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>Dollars</source>
        <translation>Dollar</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Group: shape</source>
        <translation>Gruppe: Form</translation>
    </message>
    <message>
        <source>shape</source>
        <translation>Form</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ChartMenu</name>
    <message>
        <source>&amp;Axis limits…</source>
        <translation>&amp;Achsengrenzen…</translation>
    </message>
    <message>
        <source>&amp;Zoom to what is selected</source>
        <translation>Auf Markierung &amp;zoomen</translation>
    </message>
    <message>
        <source>&amp;Reset axes</source>
        <translation>Achsen zu&amp;rücksetzen</translation>
    </message>
    <message>
        <source>&amp;Copy image</source>
        <translation>&amp;Bild kopieren</translation>
    </message>
    <message>
        <source>Copy &amp;data</source>
        <translation>&amp;Daten kopieren</translation>
    </message>
    <message>
        <source>&amp;Save as…</source>
        <translation>&amp;Speichern unter…</translation>
    </message>
    <message>
        <source>Save the chart</source>
        <translation>Diagramm speichern</translation>
    </message>
    <message>
        <source>Pictures (*.svg *.pdf *.png)</source>
        <translation>Bilder (*.svg *.pdf *.png)</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ChartView</name>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>1 mark</source>
        <translation>1 Marke</translation>
    </message>
    <message>
        <source>%1 marks</source>
        <translation>%1 Marken</translation>
    </message>
    <message>
        <source> of %1</source>
        <translation> von %1</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ChoiceButton</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>loupe::ui::CloseGuard</name>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Saving marks…</source>
        <translation>Vermerke werden gespeichert…</translation>
    </message>
    <message>
        <source>%1 mark is not saved.</source>
        <translation>%1 Vermerk ist nicht gespeichert.</translation>
    </message>
    <message>
        <source>%1 marks are not saved.</source>
        <translation>%1 Vermerke sind nicht gespeichert.</translation>
    </message>
    <message>
        <source>The store cannot be written at present. The window closes as soon as it can.</source>
        <translation>In den Store kann zurzeit nicht geschrieben werden. Das Fenster schließt, sobald es geht.</translation>
    </message>
    <message>
        <source>Save a copy…</source>
        <translation>Kopie speichern…</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Stop and quit</source>
        <translation>Stoppen und beenden</translation>
    </message>
    <message>
        <source>Stopping; runs can be resumed…</source>
        <translation>Wird gestoppt; Läufe können fortgesetzt werden…</translation>
    </message>
    <message>
        <source>%1 jobs are still running. Stop them and quit?</source>
        <translation>%1 Vorgänge laufen noch. Stoppen und beenden?</translation>
    </message>
    <message>
        <source>“%1” is still running. Stop it and quit?</source>
        <translation>„%1“ läuft noch. Stoppen und beenden?</translation>
    </message>
    <message>
        <source>“%1” is at %2 of %3. Stop it and quit?</source>
        <translation>„%1“ ist bei %2 von %3. Stoppen und beenden?</translation>
    </message>
    <message>
        <source>Finished evaluations are stored, and a run can be resumed. A stopped import, update or profile leaves the store unchanged.</source>
        <translation>Fertige Auswertungen sind gespeichert, und ein Lauf kann fortgesetzt werden. Ein gestoppter Import, eine gestoppte Aktualisierung oder ein gestopptes Profil lässt den Store unverändert.</translation>
    </message>
</context>
<context>
    <name>loupe::ui::CohortCharts</name>
    <message>
        <source>Make figure…</source>
        <translation>Abbildung erstellen…</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Outcome by round</source>
        <translation>Ausgang je Runde</translation>
    </message>
    <message>
        <source>Still unsolved by round</source>
        <translation>Noch ungelöst je Runde</translation>
    </message>
    <message>
        <source>Rates and speedup by round</source>
        <translation>Raten und Speedup je Runde</translation>
    </message>
    <message>
        <source>Best speedup so far</source>
        <translation>Bester Speedup bisher</translation>
    </message>
    <message>
        <source>Why the mean changed</source>
        <translation>Warum sich das Mittel geändert hat</translation>
    </message>
    <message>
        <source>A line for each</source>
        <translation>Eine Linie je</translation>
    </message>
    <message>
        <source>all together</source>
        <translation>alle zusammen</translation>
    </message>
    <message>
        <source>by method</source>
        <translation>nach Methode</translation>
    </message>
    <message>
        <source>by category</source>
        <translation>nach Kategorie</translation>
    </message>
    <message>
        <source>by run</source>
        <translation>nach Lauf</translation>
    </message>
    <message>
        <source>Chart of the cohort</source>
        <translation>Diagramm der Kohorte</translation>
    </message>
    <message>
        <source>Data of the chart</source>
        <translation>Daten des Diagramms</translation>
    </message>
</context>
<context>
    <name>loupe::ui::CommandModel</name>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>What it does</source>
        <translation>Was er tut</translation>
    </message>
    <message>
        <source>Unavailable: %1</source>
        <translation>Nicht verfügbar: %1</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
</context>
<context>
    <name>loupe::ui::CommandPalette</name>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Command</source>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Type part of a command, run, view or task; ↑ ↓ choose, Enter opens it</source>
        <translation>Teil eines Befehls, Laufs, einer Ansicht oder Aufgabe eingeben; ↑ ↓ wählen, Eingabe öffnet</translation>
    </message>
    <message>
        <source>Results: %1</source>
        <translation>Ergebnisse: %1</translation>
    </message>
    <message>
        <source>Filters the results by this text</source>
        <translation>Filtert die Ergebnisse nach diesem Text</translation>
    </message>
</context>
<context>
    <name>loupe::ui::CommandRegistry</name>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ComparePage</name>
    <message>
        <source>Show as filter</source>
        <translation>Als Filter zeigen</translation>
    </message>
    <message>
        <source>Make figure…</source>
        <translation>Abbildung erstellen…</translation>
    </message>
    <message>
        <source>Compare runs</source>
        <translation>Läufe vergleichen</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleich</translation>
    </message>
    <message>
        <source>Swap the sides</source>
        <translation>Seiten tauschen</translation>
    </message>
    <message>
        <source>Swap the sides (X)</source>
        <translation>Seiten tauschen (X)</translation>
    </message>
    <message>
        <source>Conditions of the two sides</source>
        <translation>Bedingungen der beiden Seiten</translation>
    </message>
    <message>
        <source>Compares runs with a baseline run: all samples, and differences of settings</source>
        <translation>Vergleicht Läufe mit einem Baseline-Lauf: alle Samples und die Unterschiede der Einstellungen</translation>
    </message>
    <message>
        <source>↑↓ walks the differences · Enter opens both kernels side by side · X swaps the sides</source>
        <translation>↑↓ geht durch die Unterschiede · Eingabe öffnet beide Kernel nebeneinander · X tauscht die Seiten</translation>
    </message>
    <message>
        <source>Runs compared with a baseline run, by attempt</source>
        <translation>Läufe im Vergleich mit einem Baseline-Lauf, Versuch für Versuch</translation>
    </message>
    <message>
        <source>%1, A %2, B %3</source>
        <translation>%1, A %2, B %3</translation>
    </message>
    <message>
        <source>Open one to compare its results.</source>
        <translation>Öffnen Sie einen, um seine Ergebnisse zu vergleichen.</translation>
    </message>
    <message>
        <source>The results could not be read.</source>
        <translation>Die Ergebnisse konnten nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The results are being read.</source>
        <translation>Die Ergebnisse werden gelesen.</translation>
    </message>
    <message>
        <source>No results match the filter.</source>
        <translation>Keine Ergebnisse passen zum Filter.</translation>
    </message>
    <message>
        <source>A comparison needs two methods, runs, devices or rounds.</source>
        <translation>Ein Vergleich braucht zwei Methoden, Läufe, Geräte oder Runden.</translation>
    </message>
    <message>
        <source>There is nothing to compare yet.</source>
        <translation>Es gibt noch nichts zu vergleichen.</translation>
    </message>
    <message>
        <source>A comparison needs two methods, runs, devices or rounds: evaluate other kernels into this store, or import results.</source>
        <translation>Ein Vergleich braucht zwei Methoden, Läufe, Geräte oder Runden: Werten Sie andere Kernel in diesen Store aus, oder importieren Sie Ergebnisse.</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ComparedPairModel</name>
    <message>
        <source>both correct</source>
        <translation>beide richtig</translation>
    </message>
    <message>
        <source>both failed</source>
        <translation>beide fehlgeschlagen</translation>
    </message>
    <message>
        <source>not judged in both</source>
        <translation>nicht in beiden beurteilt</translation>
    </message>
    <message>
        <source>missing in the other run</source>
        <translation>fehlt im anderen Lauf</translation>
    </message>
    <message>
        <source>missing in the baseline run</source>
        <translation>fehlt im Baseline-Lauf</translation>
    </message>
    <message>
        <source>%1, another task</source>
        <translation>%1, eine andere Aufgabe</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Sample</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Baseline run</source>
        <translation>Baseline-Lauf</translation>
    </message>
    <message>
        <source>Compared run</source>
        <translation>Verglichener Lauf</translation>
    </message>
    <message>
        <source>Speedup, baseline run</source>
        <translation>Speedup, Baseline-Lauf</translation>
    </message>
    <message>
        <source>Speedup, compared run</source>
        <translation>Speedup, verglichener Lauf</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>Verhältnis</translation>
    </message>
    <message>
        <source>Ratio 95 %</source>
        <translation>Verhältnis 95 %</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>95 %, baseline run</source>
        <translation>95 %, Baseline-Lauf</translation>
    </message>
    <message>
        <source>95 %, compared run</source>
        <translation>95 %, verglichener Lauf</translation>
    </message>
    <message>
        <source>%1 / %2: %3</source>
        <translation>%1 / %2: %3</translation>
    </message>
    <message>
        <source>newly correct</source>
        <translation>neu richtig</translation>
    </message>
    <message>
        <source>correct in the other run only</source>
        <translation>nur im anderen Lauf richtig</translation>
    </message>
    <message>
        <source>regressed</source>
        <translation>verschlechtert</translation>
    </message>
    <message>
        <source>correct in the baseline run only</source>
        <translation>nur im Baseline-Lauf richtig</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ComparedRunModel</name>
    <message>
        <source>not timed</source>
        <translation>keine Zeit gemessen</translation>
    </message>
    <message>
        <source>Compared run</source>
        <translation>Verglichener Lauf</translation>
    </message>
    <message>
        <source>Gained</source>
        <translation>Gewonnen</translation>
    </message>
    <message>
        <source>Lost</source>
        <translation>Verloren</translation>
    </message>
    <message>
        <source>Geometric mean</source>
        <translation>Geometrisches Mittel</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>refused</source>
        <translation>abgelehnt</translation>
    </message>
</context>
<context>
    <name>loupe::ui::CompletionList</name>
    <message>
        <source>Completions</source>
        <translation>Vorschläge</translation>
    </message>
    <message>
        <source>Completions of the filter</source>
        <translation>Vorschläge für den Filter</translation>
    </message>
    <message>
        <source>%1 result</source>
        <translation>%1 Ergebnis</translation>
    </message>
    <message>
        <source>%1 results</source>
        <translation>%1 Ergebnisse</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ConversationPanel</name>
    <message>
        <source>… the rest of this text is not shown</source>
        <translation>… der Rest dieses Textes wird nicht gezeigt</translation>
    </message>
    <message>
        <source>Show reasoning</source>
        <translation>Überlegungen zeigen</translation>
    </message>
    <message>
        <source>Ask again with a hint…</source>
        <translation>Mit Hinweis erneut fragen…</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Gespräch</translation>
    </message>
    <message>
        <source>Highlighted: the part of the answer used as the candidate</source>
        <translation>Hervorgehoben: der Teil der Antwort, der als Kandidat verwendet wurde</translation>
    </message>
    <message>
        <source>Sends the model this program&apos;s result and your hint; the new program is stored under a method of its own</source>
        <translation>Schickt dem Modell das Ergebnis dieses Programms und Ihren Hinweis; das neue Programm wird unter einer eigenen Methode gespeichert</translation>
    </message>
    <message>
        <source>No conversation was recorded with this candidate.</source>
        <translation>Zu diesem Kandidaten wurde kein Gespräch aufgezeichnet.</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>Runde %1</translation>
    </message>
    <message>
        <source>reasoning</source>
        <translation>Überlegungen</translation>
    </message>
    <message>
        <source>reasoning (hidden)</source>
        <translation>Überlegungen (verborgen)</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>Antwort</translation>
    </message>
</context>
<context>
    <name>loupe::ui::DetailTabs</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>note</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>warning</source>
        <translation>Warnung</translation>
    </message>
    <message>
        <source>error</source>
        <translation>Fehler</translation>
    </message>
    <message>
        <source>Diagnostics of the engine</source>
        <translation>Diagnosen der Engine</translation>
    </message>
    <message>
        <source>Kinds of findings</source>
        <translation>Arten von Befunden</translation>
    </message>
    <message>
        <source>Problems</source>
        <translation>Probleme</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>First cause</source>
        <translation>Erste Ursache</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>Probeläufe</translation>
    </message>
    <message>
        <source>Case</source>
        <translation>Fall</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Mismatched</source>
        <translation>Abweichend</translation>
    </message>
    <message>
        <source>Where it is wrong</source>
        <translation>Wo sie falsch ist</translation>
    </message>
    <message>
        <source>Max abs</source>
        <translation>Max. abs.</translation>
    </message>
    <message>
        <source>Max rel</source>
        <translation>Max. rel.</translation>
    </message>
    <message>
        <source>Expected</source>
        <translation>Erwartet</translation>
    </message>
    <message>
        <source>Got</source>
        <translation>Erhalten</translation>
    </message>
    <message>
        <source>Worst at</source>
        <translation>Am schlechtesten bei</translation>
    </message>
    <message>
        <source>atol</source>
        <translation>atol</translation>
    </message>
    <message>
        <source>rtol</source>
        <translation>rtol</translation>
    </message>
    <message>
        <source>Timing</source>
        <translation>Zeiten</translation>
    </message>
    <message>
        <source>Side</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Samples n</source>
        <translation>Messwerte n</translation>
    </message>
    <message>
        <source>Calls in a sample</source>
        <translation>Aufrufe je Messwert</translation>
    </message>
    <message>
        <source>Median ms</source>
        <translation>Median ms</translation>
    </message>
    <message>
        <source>Timer overhead, ms</source>
        <translation>Aufwand des Timers, ms</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>Device activity</source>
        <translation>Geräteaktivität</translation>
    </message>
    <message>
        <source>Kernel or copy</source>
        <translation>Kernel oder Kopie</translation>
    </message>
    <message>
        <source>Launches a call</source>
        <translation>Starts je Aufruf</translation>
    </message>
    <message>
        <source>ms a call</source>
        <translation>ms je Aufruf</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>Grid</source>
        <translation>Grid</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Block</translation>
    </message>
    <message>
        <source>Registers</source>
        <translation>Register</translation>
    </message>
    <message>
        <source>Shared memory</source>
        <translation>Shared Memory</translation>
    </message>
    <message>
        <source>Streams</source>
        <translation>Streams</translation>
    </message>
    <message>
        <source>Integrity findings</source>
        <translation>Integritätsbefunde</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Finding</source>
        <translation>Befund</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Ebene</translation>
    </message>
    <message>
        <source>Sources of the figures</source>
        <translation>Herkunft der Zahlen</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>Click a line with a source position to go there</source>
        <translation>Ein Klick auf eine Zeile mit einer Quelltextstelle springt dorthin</translation>
    </message>
    <message>
        <source>Original record</source>
        <translation>Ursprünglicher Datensatz</translation>
    </message>
    <message>
        <source>Mismatch</source>
        <translation>Abweichung</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Integrity</source>
        <translation>Integrität</translation>
    </message>
    <message>
        <source>Record</source>
        <translation>Datensatz</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Gespräch</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>Prompts and answers by round</source>
        <translation>Prompts und Antworten je Runde</translation>
    </message>
    <message>
        <source>No conversation with a model was recorded.</source>
        <translation>Kein Gespräch mit einem Modell wurde aufgezeichnet.</translation>
    </message>
    <message>
        <source>The run, the commands, the seeds and every timed sample</source>
        <translation>Der Lauf, die Befehle, die Seeds und jeder Messwert</translation>
    </message>
    <message>
        <source>read this first</source>
        <translation>zuerst lesen</translation>
    </message>
    <message>
        <source>No compiler or run-time message was recorded.</source>
        <translation>Keine Meldung des Compilers oder der Laufzeit wurde aufgezeichnet.</translation>
    </message>
    <message>
        <source>Problems (%1)</source>
        <translation>Probleme (%1)</translation>
    </message>
    <message>
        <source>── feedback before this round ──</source>
        <translation>── Feedback vor dieser Runde ──</translation>
    </message>
    <message>
        <source>── build ──</source>
        <translation>── Build ──</translation>
    </message>
    <message>
        <source>── output of the candidate ──</source>
        <translation>── Ausgabe des Kandidaten ──</translation>
    </message>
    <message>
        <source>No output of the build or the candidate was recorded.</source>
        <translation>Keine Ausgabe des Builds oder des Kandidaten wurde aufgezeichnet.</translation>
    </message>
    <message>
        <source>No check was run: the candidate failed earlier, or the imported record has none.</source>
        <translation>Keine Prüfung lief: Der Kandidat schlug vorher fehl, oder der importierte Datensatz hat keine.</translation>
    </message>
    <message>
        <source>Trials (%1)</source>
        <translation>Probeläufe (%1)</translation>
    </message>
    <message>
        <source>%1 against %2 · 95 % interval %3 · candidate %4 ms, baseline %5 ms (medians)</source>
        <translation>%1 gegen %2 · 95-%-Intervall %3 · Kandidat %4 ms, Baseline %5 ms (Mediane)</translation>
    </message>
    <message>
        <source>the baseline</source>
        <translation>die Baseline</translation>
    </message>
    <message>
        <source>
Above the device&apos;s limit: %1</source>
        <translation>
Über der Grenze des Geräts: %1</translation>
    </message>
    <message>
        <source>No raw samples were recorded.</source>
        <translation>Keine einzelnen Messwerte wurden aufgezeichnet.</translation>
    </message>
    <message>
        <source>Not timed: only correct candidates are timed.</source>
        <translation>Keine Zeit gemessen: Das geschieht nur bei richtigen Kandidaten.</translation>
    </message>
    <message>
        <source>Not recorded. Device timings need an NVIDIA GPU and the clock &quot;cupti&quot;.</source>
        <translation>Nicht aufgezeichnet. Zeiten auf dem Gerät brauchen eine NVIDIA-GPU und die Uhr „cupti“.</translation>
    </message>
    <message>
        <source>No rule found anything.</source>
        <translation>Keine Regel hat etwas gefunden.</translation>
    </message>
    <message>
        <source>Integrity (%1)</source>
        <translation>Integrität (%1)</translation>
    </message>
    <message>
        <source>Only imported evaluations have an original record.</source>
        <translation>Nur importierte Auswertungen haben einen ursprünglichen Datensatz.</translation>
    </message>
    <message>
        <source>The record this evaluation was imported from.</source>
        <translation>Der Datensatz, aus dem diese Auswertung importiert wurde.</translation>
    </message>
    <message>
        <source>Code</source>
        <translation>Code</translation>
    </message>
    <message>
        <source>What compilers generated, by kernel</source>
        <translation>Was Compiler erzeugt haben, nach Kernel</translation>
    </message>
    <message>
        <source>counters, launch %1</source>
        <translation>Zähler, Start %1</translation>
    </message>
    <message>
        <source>Occupancy</source>
        <translation>Auslastung</translation>
    </message>
    <message>
        <source>SM</source>
        <translation>SM</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Tensor</source>
        <translation>Tensor</translation>
    </message>
    <message>
        <source>MB read</source>
        <translation>MB gelesen</translation>
    </message>
    <message>
        <source>MB written</source>
        <translation>MB geschrieben</translation>
    </message>
    <message>
        <source>%1: %2 · %3</source>
        <translation>%1: %2 · %3</translation>
    </message>
</context>
<context>
    <name>loupe::ui::DiffRuler</name>
    <message>
        <source>Overview of the differences</source>
        <translation>Überblick über die Unterschiede</translation>
    </message>
    <message>
        <source>Differences and diagnostics of the whole source; click to go to one</source>
        <translation>Unterschiede und Diagnosen des ganzen Quelltextes; ein Klick springt dorthin</translation>
    </message>
</context>
<context>
    <name>loupe::ui::DiffView</name>
    <message>
        <source>Source</source>
        <translation>Quelltext</translation>
    </message>
    <message>
        <source>Source: %1</source>
        <translation>Quelltext: %1</translation>
    </message>
    <message>
        <source>few shared lines</source>
        <translation>wenige gemeinsame Zeilen</translation>
    </message>
    <message>
        <source>%1 difference</source>
        <translation>%1 Unterschied</translation>
    </message>
    <message>
        <source>%1 differences</source>
        <translation>%1 Unterschiede</translation>
    </message>
    <message>
        <source>%1 line</source>
        <translation>%1 Zeile</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>%1 of them tests, folded</source>
        <translation>%1 davon Tests, eingeklappt</translation>
    </message>
</context>
<context>
    <name>loupe::ui::DifferenceModel</name>
    <message>
        <source>missing</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>, ms</source>
        <translation>, ms</translation>
    </message>
    <message>
        <source>Ratio</source>
        <translation>Verhältnis</translation>
    </message>
    <message>
        <source>Above 1: %1 is ahead</source>
        <translation>Über 1: %1 liegt vorn</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>A%1</source>
        <translation>A%1</translation>
    </message>
    <message>
        <source>B%1</source>
        <translation>B%1</translation>
    </message>
</context>
<context>
    <name>loupe::ui::DistributionsPage</name>
    <message>
        <source>Make figure…</source>
        <translation>Abbildung erstellen…</translation>
    </message>
    <message>
        <source>Show in Results</source>
        <translation>Unter Ergebnisse zeigen</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
    <message>
        <source>Definition</source>
        <translation>Definition</translation>
    </message>
    <message>
        <source>Data of the chart</source>
        <translation>Daten des Diagramms</translation>
    </message>
    <message>
        <source>Selected results</source>
        <translation>Markierte Ergebnisse</translation>
    </message>
    <message>
        <source>Click or drag in the chart: the selected results are listed here</source>
        <translation>Im Diagramm klicken oder ziehen: Die markierten Ergebnisse stehen dann hier</translation>
    </message>
    <message>
        <source>1 attempt</source>
        <translation>1 Versuch</translation>
    </message>
    <message>
        <source>%1 attempts</source>
        <translation>%1 Versuche</translation>
    </message>
    <message>
        <source>1 task × method pair</source>
        <translation>1 Paar Aufgabe × Methode</translation>
    </message>
    <message>
        <source>%1 task × method pairs</source>
        <translation>%1 Paare Aufgabe × Methode</translation>
    </message>
    <message>
        <source>no speedups: only outcomes are drawn</source>
        <translation>keine Speedups: Nur Ausgänge werden gezeichnet</translation>
    </message>
    <message>
        <source>Distributions</source>
        <translation>Verteilungen</translation>
    </message>
    <message>
        <source>Open one to see how fast its kernels are.</source>
        <translation>Öffnen Sie einen, um zu sehen, wie schnell seine Kernel sind.</translation>
    </message>
    <message>
        <source>No data for this chart: %1.</source>
        <translation>Keine Daten für dieses Diagramm: %1.</translation>
    </message>
    <message>
        <source>No results match the filter.</source>
        <translation>Keine Ergebnisse passen zum Filter.</translation>
    </message>
    <message>
        <source>No result matches %1</source>
        <translation>Kein Ergebnis passt zu %1</translation>
    </message>
    <message>
        <source>The results could not be read.</source>
        <translation>Die Ergebnisse konnten nicht gelesen werden.</translation>
    </message>
    <message>
        <source>This store has no results yet.</source>
        <translation>Dieser Store hat noch keine Ergebnisse.</translation>
    </message>
    <message>
        <source>Charts appear as soon as the first evaluation ends.</source>
        <translation>Diagramme erscheinen, sobald die erste Auswertung endet.</translation>
    </message>
    <message>
        <source>Nothing is selected</source>
        <translation>Nichts ist markiert</translation>
    </message>
    <message>
        <source> · Enter = filter, in Results · T = tag · Ctrl+3 = only show · Esc = clear</source>
        <translation> · Eingabe = Filter, unter Ergebnisse · T = Tag · Strg+3 = nur zeigen · Esc = leeren</translation>
    </message>
    <message>
        <source>click, drag, or arrow keys and Space, to select results · PgUp, PgDn = other panels · Shift+T = table</source>
        <translation>Klicken, Ziehen oder Pfeiltasten und Leertaste markieren Ergebnisse · Bild↑, Bild↓ = andere Felder · Umschalt+T = Tabelle</translation>
    </message>
    <message>
        <source>click, drag, or arrow keys and Space, to select results · Shift+T = table</source>
        <translation>Klicken, Ziehen oder Pfeiltasten und Leertaste markieren Ergebnisse · Umschalt+T = Tabelle</translation>
    </message>
</context>
<context>
    <name>loupe::ui::DoctorDialog</name>
    <message>
        <source>Copy how to &amp;install</source>
        <translation>&amp;Installation kopieren</translation>
    </message>
    <message>
        <source>Copy &amp;everything</source>
        <translation>&amp;Alles kopieren</translation>
    </message>
    <message>
        <source>C&amp;heck again</source>
        <translation>&amp;Erneut prüfen</translation>
    </message>
    <message>
        <source>Doctor</source>
        <translation>Doctor</translation>
    </message>
    <message>
        <source>Installed and missing parts of this machine</source>
        <translation>Vorhandene und fehlende Teile dieses Rechners</translation>
    </message>
    <message>
        <source>How to install</source>
        <translation>So wird es installiert</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>S&amp;chließen</translation>
    </message>
    <message>
        <source>Checking this machine…</source>
        <translation>Dieser Rechner wird geprüft…</translation>
    </message>
</context>
<context>
    <name>loupe::ui::DoctorModel</name>
    <message>
        <source>State</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Found</source>
        <translation>Gefunden</translation>
    </message>
    <message>
        <source>Needed for</source>
        <translation>Nötig für</translation>
    </message>
    <message>
        <source>How to install</source>
        <translation>So wird es installiert</translation>
    </message>
    <message>
        <source>%1: %2 missing</source>
        <translation>%1: %2 nicht vorhanden</translation>
    </message>
    <message>
        <source>Everything needed is installed</source>
        <translation>Alles Nötige ist installiert</translation>
    </message>
</context>
<context>
    <name>loupe::ui::EmptyState</name>
    <message>
        <source>A store is being read</source>
        <translation>Ein Store wird gelesen</translation>
    </message>
    <message>
        <source>Next step</source>
        <translation>Nächster Schritt</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>%1 wird gelesen…</translation>
    </message>
    <message>
        <source>No store is open.</source>
        <translation>Kein Store ist geöffnet.</translation>
    </message>
    <message>
        <source>Opening the store…</source>
        <translation>Der Store wird geöffnet…</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Stop opening the store</source>
        <translation>Öffnen des Stores abbrechen</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ErrorHistogram</name>
    <message>
        <source>Size of the mismatches</source>
        <translation>Größe der Abweichungen</translation>
    </message>
    <message>
        <source>relative error</source>
        <translation>relativer Fehler</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>keine Zahl</translation>
    </message>
    <message>
        <source>below %1</source>
        <translation>unter %1</translation>
    </message>
    <message>
        <source>%1 and more</source>
        <translation>%1 und mehr</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 bis %2</translation>
    </message>
    <message>
        <source>Relative errors were not counted.</source>
        <translation>Relative Fehler wurden nicht gezählt.</translation>
    </message>
    <message>
        <source>%1: %2 (%3)</source>
        <translation>%1: %2 (%3)</translation>
    </message>
    <message>
        <source>most: %1 (%2)</source>
        <translation>am häufigsten: %1 (%2)</translation>
    </message>
    <message>
        <source>NaN</source>
        <translation>NaN</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ExportPanel</name>
    <message>
        <source>F&amp;older…</source>
        <translation>&amp;Ordner…</translation>
    </message>
    <message>
        <source>Files of the figure</source>
        <translation>Dateien der Abbildung</translation>
    </message>
    <message>
        <source>Export to</source>
        <translation>Exportieren nach</translation>
    </message>
    <message>
        <source>as</source>
        <translation>als</translation>
    </message>
    <message>
        <source>Export as %1</source>
        <translation>Als %1 exportieren</translation>
    </message>
    <message>
        <source>no folder is chosen yet</source>
        <translation>noch ist kein Ordner gewählt</translation>
    </message>
    <message>
        <source>Folder of the exported files</source>
        <translation>Ordner der exportierten Dateien</translation>
    </message>
</context>
<context>
    <name>loupe::ui::FacetModel</name>
    <message>
        <source>Show %1 more</source>
        <translation>%1 weitere</translation>
    </message>
    <message>
        <source>Counts under the filter, without its %1 terms</source>
        <translation>Anzahlen unter dem Filter, ohne seine Terme für %1</translation>
    </message>
    <message>
        <source>Type in the filter line for all values of %1</source>
        <translation>Alle Werte von %1 lassen sich in der Filterzeile eingeben</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1, in the filter; click to remove it</source>
        <translation>%1, im Filter; ein Klick entfernt den Wert</translation>
    </message>
    <message>
        <source>%1, excluded by the filter; click to remove the exclusion</source>
        <translation>%1, vom Filter ausgeschlossen; ein Klick hebt den Ausschluss auf</translation>
    </message>
    <message>
        <source>%1; click to filter by it, Alt+click (or −) to exclude it</source>
        <translation>%1; ein Klick filtert danach, Alt+Klick (oder −) schließt den Wert aus</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Anzahl</translation>
    </message>
</context>
<context>
    <name>loupe::ui::FacetPanel</name>
    <message>
        <source>Counts of the results by their values</source>
        <translation>Anzahl der Ergebnisse nach ihren Werten</translation>
    </message>
    <message>
        <source>The results could not be counted: %1</source>
        <translation>Die Ergebnisse konnten nicht gezählt werden: %1</translation>
    </message>
    <message>
        <source>No store is open.</source>
        <translation>Kein Store ist geöffnet.</translation>
    </message>
    <message>
        <source>No results match the filter.</source>
        <translation>Keine Ergebnisse passen zum Filter.</translation>
    </message>
    <message>
        <source>This store has no results to count yet.</source>
        <translation>Dieser Store hat noch keine Ergebnisse zum Zählen.</translation>
    </message>
</context>
<context>
    <name>loupe::ui::FigureDialog</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>also of its files</source>
        <translation>auch ihrer Dateien</translation>
    </message>
    <message>
        <source>Title</source>
        <translation>Titel</translation>
    </message>
    <message>
        <source>chart title</source>
        <translation>Titel des Diagramms</translation>
    </message>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>all results; syntax as in the filter line</source>
        <translation>alle Ergebnisse; Syntax wie in der Filterzeile</translation>
    </message>
    <message>
        <source>Caption</source>
        <translation>Bildunterschrift</translation>
    </message>
    <message>
        <source>Group by</source>
        <translation>Gruppieren nach</translation>
    </message>
    <message>
        <source>Split by</source>
        <translation>Aufteilen nach</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Breite</translation>
    </message>
    <message>
        <source>in</source>
        <translation>in</translation>
    </message>
    <message>
        <source>Height</source>
        <translation>Höhe</translation>
    </message>
    <message>
        <source>Font size</source>
        <translation>Schriftgröße</translation>
    </message>
    <message>
        <source>pt</source>
        <translation>pt</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>Panels</source>
        <translation>Felder</translation>
    </message>
    <message>
        <source>Page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Panel &amp;letters</source>
        <translation>Feldbu&amp;chstaben</translation>
    </message>
    <message>
        <source>Tit&amp;le in the picture</source>
        <translation>Titel i&amp;m Bild</translation>
    </message>
    <message>
        <source>Show n (&amp;denominators)</source>
        <translation>n &amp;zeigen (Nenner)</translation>
    </message>
    <message>
        <source>Only &amp;validated tasks</source>
        <translation>Nur &amp;validierte Aufgaben</translation>
    </message>
    <message>
        <source>&amp;Save</source>
        <translation>&amp;Speichern</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Abbildung</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Custom size</source>
        <translation>Eigene Größe</translation>
    </message>
    <message>
        <source>Palette</source>
        <translation>Palette</translation>
    </message>
    <message>
        <source>Colour-blind safe</source>
        <translation>Für Farbenblinde geeignet</translation>
    </message>
    <message>
        <source>Grey</source>
        <translation>Grau</translation>
    </message>
    <message>
        <source>Font</source>
        <translation>Schrift</translation>
    </message>
    <message>
        <source>DejaVu Sans (built in)</source>
        <translation>DejaVu Sans (eingebaut)</translation>
    </message>
    <message>
        <source>Preview as seen by</source>
        <translation>Vorschau gesehen mit</translation>
    </message>
    <message>
        <source>Preview: normal vision</source>
        <translation>Vorschau: normales Sehen</translation>
    </message>
    <message>
        <source>Deuteranopia</source>
        <translation>Deuteranopie</translation>
    </message>
    <message>
        <source>Protanopia</source>
        <translation>Protanopie</translation>
    </message>
    <message>
        <source>Tritanopia</source>
        <translation>Tritanopie</translation>
    </message>
    <message>
        <source>Printed in grey</source>
        <translation>In Grau gedruckt</translation>
    </message>
    <message>
        <source>not split</source>
        <translation>nicht aufgeteilt</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>&amp;Title</source>
        <translation>T&amp;itel</translation>
    </message>
    <message>
        <source>&amp;Filter</source>
        <translation>Fi&amp;lter</translation>
    </message>
    <message>
        <source>&amp;Chart</source>
        <translation>&amp;Diagramm</translation>
    </message>
    <message>
        <source>&amp;Group by</source>
        <translation>&amp;Gruppieren nach</translation>
    </message>
    <message>
        <source>Split &amp;by</source>
        <translation>&amp;Aufteilen nach</translation>
    </message>
    <message>
        <source>Si&amp;ze</source>
        <translation>G&amp;röße</translation>
    </message>
    <message>
        <source>&amp;Width</source>
        <translation>&amp;Breite</translation>
    </message>
    <message>
        <source>&amp;Height</source>
        <translation>&amp;Höhe</translation>
    </message>
    <message>
        <source>Font famil&amp;y</source>
        <translation>Schri&amp;ftart</translation>
    </message>
    <message>
        <source>Font s&amp;ize</source>
        <translation>Schriftgr&amp;öße</translation>
    </message>
    <message>
        <source>Col&amp;umns</source>
        <translation>S&amp;palten</translation>
    </message>
    <message>
        <source>page</source>
        <translation>Seite</translation>
    </message>
    <message>
        <source>Pan&amp;els</source>
        <translation>F&amp;elder</translation>
    </message>
    <message>
        <source>&amp;Palette</source>
        <translation>Pale&amp;tte</translation>
    </message>
    <message>
        <source>C&amp;aption</source>
        <translation>Bild&amp;unterschrift</translation>
    </message>
    <message>
        <source>{title}, {definition}, {n} and {filter} are replaced</source>
        <translation>{title}, {definition}, {n} und {filter} werden ersetzt</translation>
    </message>
    <message>
        <source>Preview</source>
        <translation>Vorschau</translation>
    </message>
    <message>
        <source>Panels that fit the size</source>
        <translation>Felder, die in die Größe passen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>%1 (not installed here)</source>
        <translation>%1 (hier nicht installiert)</translation>
    </message>
    <message>
        <source>The store has a figure “%1” already: saving replaces it.</source>
        <translation>Der Store hat schon eine Abbildung „%1“: Speichern ersetzt sie.</translation>
    </message>
    <message>
        <source>Re&amp;place</source>
        <translation>Er&amp;setzen</translation>
    </message>
    <message>
        <source>as the chart is called</source>
        <translation>wie das Diagramm heißt</translation>
    </message>
    <message>
        <source>%1 of %2 panels fit this size; the others are on %3</source>
        <translation>%1 von %2 Feldern passen in diese Größe; die anderen stehen auf %3</translation>
    </message>
    <message>
        <source>1 further page</source>
        <translation>1 weiteren Seite</translation>
    </message>
    <message>
        <source>%1 further pages</source>
        <translation>%1 weiteren Seiten</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>%1 verwenden</translation>
    </message>
</context>
<context>
    <name>loupe::ui::FigureExportJob</name>
    <message>
        <source>Export of figures</source>
        <translation>Export von Abbildungen</translation>
    </message>
    <message>
        <source>file %1 of %2</source>
        <translation>Datei %1 von %2</translation>
    </message>
</context>
<context>
    <name>loupe::ui::FigurePreview</name>
    <message>
        <source>Preview of the figure</source>
        <translation>Vorschau der Abbildung</translation>
    </message>
    <message>
        <source>%1 % of the printed size</source>
        <translation>%1 % der gedruckten Größe</translation>
    </message>
    <message>
        <source>printed size</source>
        <translation>gedruckte Größe</translation>
    </message>
</context>
<context>
    <name>loupe::ui::FiguresPage</name>
    <message>
        <source>fresh</source>
        <translation>aktuell</translation>
    </message>
    <message>
        <source>out of date</source>
        <translation>veraltet</translation>
    </message>
    <message>
        <source>missing</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>&amp;New figure…</source>
        <translation>&amp;Neue Abbildung…</translation>
    </message>
    <message>
        <source>E&amp;dit…</source>
        <translation>Bea&amp;rbeiten…</translation>
    </message>
    <message>
        <source>E&amp;xport</source>
        <translation>E&amp;xportieren</translation>
    </message>
    <message>
        <source>&amp;Update all</source>
        <translation>Alle a&amp;ktualisieren</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>New figure…</source>
        <translation>Neue Abbildung…</translation>
    </message>
    <message>
        <source>Figures of this store</source>
        <translation>Abbildungen dieses Stores</translation>
    </message>
    <message>
        <source>Preview as seen by</source>
        <translation>Vorschau gesehen mit</translation>
    </message>
    <message>
        <source>Preview: normal vision</source>
        <translation>Vorschau: normales Sehen</translation>
    </message>
    <message>
        <source>Deuteranopia</source>
        <translation>Deuteranopie</translation>
    </message>
    <message>
        <source>Protanopia</source>
        <translation>Protanopie</translation>
    </message>
    <message>
        <source>Tritanopia</source>
        <translation>Tritanopie</translation>
    </message>
    <message>
        <source>Printed in grey</source>
        <translation>In Grau gedruckt</translation>
    </message>
    <message>
        <source>Caption, and numbers that moved</source>
        <translation>Bildunterschrift und Zahlen, die sich geändert haben</translation>
    </message>
    <message>
        <source>J/K next · Enter edits · Ctrl+Z undoes the last change</source>
        <translation>J/K weiter · Eingabe bearbeitet · Strg+Z nimmt die letzte Änderung zurück</translation>
    </message>
    <message>
        <source>J/K next · Enter edits</source>
        <translation>J/K weiter · Eingabe bearbeitet</translation>
    </message>
    <message>
        <source>%1 figure</source>
        <translation>%1 Abbildung</translation>
    </message>
    <message>
        <source>%1 figures</source>
        <translation>%1 Abbildungen</translation>
    </message>
    <message>
        <source>, %1 out of date</source>
        <translation>, %1 veraltet</translation>
    </message>
    <message>
        <source>Changed since the last export:</source>
        <translation>Geändert seit dem letzten Export:</translation>
    </message>
    <message>
        <source>Saved the figure “%1”</source>
        <translation>Abbildung „%1“ gespeichert</translation>
    </message>
    <message>
        <source>Undid the change of “%1”</source>
        <translation>Änderung von „%1“ zurückgenommen</translation>
    </message>
    <message>
        <source>Redid the change of “%1”</source>
        <translation>Änderung von „%1“ wiederhergestellt</translation>
    </message>
    <message>
        <source>Open one to make figures.</source>
        <translation>Öffnen Sie einen, um Abbildungen zu erstellen.</translation>
    </message>
    <message>
        <source>This store has no results yet.</source>
        <translation>Dieser Store hat noch keine Ergebnisse.</translation>
    </message>
    <message>
        <source>Figures are drawn from results.</source>
        <translation>Abbildungen werden aus Ergebnissen gezeichnet.</translation>
    </message>
    <message>
        <source>No figures in this store yet</source>
        <translation>Noch keine Abbildungen in diesem Store</translation>
    </message>
    <message>
        <source>No files: there is no figure to export</source>
        <translation>Keine Dateien: Es gibt keine Abbildung zum Exportieren</translation>
    </message>
    <message>
        <source>No files yet: Export asks for a folder and remembers it</source>
        <translation>Noch keine Dateien: Exportieren fragt nach einem Ordner und merkt ihn sich</translation>
    </message>
    <message>
        <source>No files: choose a format</source>
        <translation>Keine Dateien: Wählen Sie ein Format</translation>
    </message>
    <message>
        <source>Comparing the files…</source>
        <translation>Die Dateien werden verglichen…</translation>
    </message>
    <message>
        <source>The last change is still being written</source>
        <translation>Die letzte Änderung wird noch geschrieben</translation>
    </message>
    <message>
        <source>Stopped: </source>
        <translation>Gestoppt: </translation>
    </message>
    <message>
        <source>Wrote %1 file</source>
        <translation>%1 Datei geschrieben</translation>
    </message>
    <message>
        <source>Wrote %1 files</source>
        <translation>%1 Dateien geschrieben</translation>
    </message>
    <message>
        <source>, %1 fresh already</source>
        <translation>, %1 schon aktuell</translation>
    </message>
    <message>
        <source> in %1</source>
        <translation> in %1</translation>
    </message>
    <message>
        <source>Removed the figure “%1”</source>
        <translation>Abbildung „%1“ entfernt</translation>
    </message>
    <message>
        <source>“New figure…” draws what filter and scope show.</source>
        <translation>„Neue Abbildung…“ zeichnet, was Filter und Auswahl zeigen.</translation>
    </message>
</context>
<context>
    <name>loupe::ui::FileTree</name>
    <message>
        <source>Files of the candidate</source>
        <translation>Dateien des Kandidaten</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Lines</source>
        <translation>Zeilen</translation>
    </message>
    <message>
        <source>Difference from the compared attempt</source>
        <translation>Unterschied zum verglichenen Versuch</translation>
    </message>
    <message>
        <source>same</source>
        <translation>gleich</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>added</source>
        <translation>hinzugefügt</translation>
    </message>
    <message>
        <source>removed</source>
        <translation>entfernt</translation>
    </message>
    <message>
        <source>%1 line</source>
        <translation>%1 Zeile</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>%1 byte</source>
        <translation>%1 Byte</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 Byte</translation>
    </message>
    <message>
        <source>%1, has differences</source>
        <translation>%1, hat Unterschiede</translation>
    </message>
    <message>
        <source>no file %1 in this attempt</source>
        <translation>keine Datei %1 in diesem Versuch</translation>
    </message>
    <message>
        <source>this file is empty</source>
        <translation>diese Datei ist leer</translation>
    </message>
</context>
<context>
    <name>loupe::ui::FilterLine</name>
    <message>
        <source>Filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>Which results every page shows, for example status:wrong</source>
        <translation>Welche Ergebnisse jede Seite zeigt, zum Beispiel status:wrong</translation>
    </message>
    <message>
        <source>Filter: status:failed category:Fusion speedup&gt;1.2 softmax</source>
        <translation>Filter: status:failed category:Fusion speedup&gt;1.2 softmax</translation>
    </message>
    <message>
        <source>What is wrong with the filter</source>
        <translation>Was am Filter falsch ist</translation>
    </message>
</context>
<context>
    <name>loupe::ui::FindBar</name>
    <message>
        <source>Find in the sources</source>
        <translation>In den Quelltexten suchen</translation>
    </message>
    <message>
        <source>find in the sources</source>
        <translation>in den Quelltexten suchen</translation>
    </message>
    <message>
        <source>Previous place (Shift+Enter)</source>
        <translation>Vorige Stelle (Umschalt+Eingabe)</translation>
    </message>
    <message>
        <source>Next place (Enter)</source>
        <translation>Nächste Stelle (Eingabe)</translation>
    </message>
    <message>
        <source>Close (Esc)</source>
        <translation>Schließen (Esc)</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
    <message>
        <source>%1 place</source>
        <translation>%1 Stelle</translation>
    </message>
    <message>
        <source>%1 places</source>
        <translation>%1 Stellen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
</context>
<context>
    <name>loupe::ui::FurtherChoices</name>
    <message>
        <source>No further ones ▾</source>
        <translation>Keine weiteren ▾</translation>
    </message>
    <message>
        <source>Also %1 ▾</source>
        <translation>Auch %1 ▾</translation>
    </message>
    <message>
        <source>Also %1 and %2 more ▾</source>
        <translation>Auch %1 und %2 weitere ▾</translation>
    </message>
</context>
<context>
    <name>loupe::ui::GeneratedCodePanel</name>
    <message>
        <source>LLVM IR</source>
        <translation>LLVM IR</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Hinweise</translation>
    </message>
    <message>
        <source>Imported records have no generated code.</source>
        <translation>Importierte Ergebnisse haben keinen erzeugten Code.</translation>
    </message>
    <message>
        <source>Not recorded: the candidate ran on a processor. PTX, SASS and Triton&apos;s texts are of GPUs.</source>
        <translation>Nicht aufgezeichnet: Der Kandidat lief auf einem Prozessor. PTX, SASS und die Texte von Triton gibt es nur für GPUs.</translation>
    </message>
    <message>
        <source>Not recorded: the candidate did not compile, or the version that evaluated it did not collect generated code.</source>
        <translation>Nicht aufgezeichnet: Der Kandidat ließ sich nicht kompilieren, oder die Version, die ihn ausgewertet hat, sammelte keinen erzeugten Code.</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Kernel</translation>
    </message>
    <message>
        <source>Kind of text</source>
        <translation>Art des Textes</translation>
    </message>
    <message>
        <source>Registers and memory of the kernel</source>
        <translation>Register und Speicher des Kernels</translation>
    </message>
    <message>
        <source>Generated code</source>
        <translation>Erzeugter Code</translation>
    </message>
    <message>
        <source>Click a line to see the line of the candidate it belongs to</source>
        <translation>Ein Klick auf eine Zeile zeigt die Zeile des Kandidaten, zu der sie gehört</translation>
    </message>
    <message>
        <source>All kernels</source>
        <translation>Alle Kernel</translation>
    </message>
    <message>
        <source>%1 registers</source>
        <translation>%1 Register</translation>
    </message>
    <message>
        <source>%1 bytes local (spills)</source>
        <translation>%1 Byte lokal (Spills)</translation>
    </message>
    <message>
        <source>%1 bytes shared</source>
        <translation>%1 Byte gemeinsam (shared)</translation>
    </message>
    <message>
        <source>samples: %1</source>
        <translation>Stichproben: %1</translation>
    </message>
</context>
<context>
    <name>loupe::ui::GenerationForm</name>
    <message>
        <source>suite and profile</source>
        <translation>Suite und Profil</translation>
    </message>
    <message>
        <source>recorded answers (optional)</source>
        <translation>aufgezeichnete Antworten (optional)</translation>
    </message>
    <message>
        <source>A file with the recorded answers of an earlier run. They are used in place of the endpoint, without network or key.</source>
        <translation>Eine Datei mit den aufgezeichneten Antworten eines früheren Laufs. Sie ersetzen den Endpunkt, ohne Netzwerk und Schlüssel.</translation>
    </message>
    <message>
        <source>R&amp;eplay</source>
        <translation>W&amp;iedergabe</translation>
    </message>
    <message>
        <source>recorded answers</source>
        <translation>aufgezeichnete Antworten</translation>
    </message>
    <message>
        <source>Choose recorded answers</source>
        <translation>Aufgezeichnete Antworten wählen</translation>
    </message>
    <message>
        <source>Recorded answers (*.jsonl)</source>
        <translation>Aufgezeichnete Antworten (*.jsonl)</translation>
    </message>
    <message>
        <source>1 Tasks</source>
        <translation>1 Aufgaben</translation>
    </message>
    <message>
        <source>2 Model</source>
        <translation>2 Modell</translation>
    </message>
    <message>
        <source>3 Rounds and budget</source>
        <translation>3 Runden und Budget</translation>
    </message>
    <message>
        <source>Reading the profile…</source>
        <translation>Das Profil wird gelesen…</translation>
    </message>
</context>
<context>
    <name>loupe::ui::GenerationJob</name>
    <message>
        <source>planning…</source>
        <translation>Planung…</translation>
    </message>
    <message>
        <source>checking results on new inputs</source>
        <translation>Ergebnisse werden mit neuen Eingaben geprüft</translation>
    </message>
    <message>
        <source>evaluating: %1 of at most %2 answered, %3 evaluated</source>
        <translation>Auswertung: %1 von höchstens %2 beantwortet, %3 ausgewertet</translation>
    </message>
    <message>
        <source>requesting and evaluating: %1 of at most %2 answered, %3 evaluated</source>
        <translation>Anfragen und Auswertung: %1 von höchstens %2 beantwortet, %3 ausgewertet</translation>
    </message>
    <message>
        <source>requesting: %1 of at most %2 answered, %3 evaluated</source>
        <translation>Anfragen: %1 von höchstens %2 beantwortet, %3 ausgewertet</translation>
    </message>
</context>
<context>
    <name>loupe::ui::GenerationProgressView</name>
    <message>
        <source>— asked, round %1</source>
        <translation>— gefragt, Runde %1</translation>
    </message>
    <message>
        <source>— reasoning, round %1</source>
        <translation>— Überlegungen, Runde %1</translation>
    </message>
    <message>
        <source>— answered, round %1</source>
        <translation>— geantwortet, Runde %1</translation>
    </message>
    <message>
        <source>, the end of %1 bytes</source>
        <translation>, das Ende von %1 Byte</translation>
    </message>
    <message>
        <source>stopped by the budget: %1</source>
        <translation>vom Budget beendet: %1</translation>
    </message>
    <message>
        <source>some requests have no answer: %1</source>
        <translation>einige Anfragen haben keine Antwort: %1</translation>
    </message>
    <message>
        <source>stopped; all answers are kept</source>
        <translation>gestoppt; alle Antworten bleiben erhalten</translation>
    </message>
    <message>
        <source>State of the generation</source>
        <translation>Stand der Generierung</translation>
    </message>
    <message>
        <source>Evaluated rounds</source>
        <translation>Ausgewertete Runden</translation>
    </message>
    <message>
        <source>Cost so far</source>
        <translation>Kosten bisher</translation>
    </message>
    <message>
        <source>Last line of the log</source>
        <translation>Letzte Zeile des Logs</translation>
    </message>
    <message>
        <source>Requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>Tokens in</source>
        <translation>Eingabetoken</translation>
    </message>
    <message>
        <source>Tokens out</source>
        <translation>Ausgabetoken</translation>
    </message>
    <message>
        <source>Dollars</source>
        <translation>Dollar</translation>
    </message>
    <message>
        <source>Budget: %1</source>
        <translation>Budget: %1</translation>
    </message>
    <message>
        <source>Parallel requests</source>
        <translation>Parallele Anfragen</translation>
    </message>
    <message>
        <source>Samples and their rounds</source>
        <translation>Samples und ihre Runden</translation>
    </message>
    <message>
        <source>End of the conversation</source>
        <translation>Ende des Gesprächs</translation>
    </message>
    <message>
        <source>No messages yet.</source>
        <translation>Noch keine Nachrichten.</translation>
    </message>
    <message>
        <source>%1 of at most %2 requested, %3 answered, %4 evaluated</source>
        <translation>%1 von höchstens %2 angefragt, %3 beantwortet, %4 ausgewertet</translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation>%1 bisher</translation>
    </message>
    <message>
        <source>checking each sample&apos;s result on new inputs</source>
        <translation>das Ergebnis jedes Samples wird mit neuen Eingaben geprüft</translation>
    </message>
    <message>
        <source>evaluating answers</source>
        <translation>Antworten werden ausgewertet</translation>
    </message>
    <message>
        <source>evaluating answers while requests continue</source>
        <translation>Antworten werden ausgewertet, während weitere Anfragen laufen</translation>
    </message>
    <message>
        <source>The generation failed</source>
        <translation>Die Generierung schlug fehl</translation>
    </message>
    <message>
        <source>Stopped: %1</source>
        <translation>Gestoppt: %1</translation>
    </message>
    <message>
        <source>Finished: %1</source>
        <translation>Fertig: %1</translation>
    </message>
    <message>
        <source>“Continue” sends no answered request again</source>
        <translation>„Fortsetzen“ schickt keine beantwortete Anfrage noch einmal</translation>
    </message>
    <message>
        <source>everything is stored in %1</source>
        <translation>alles ist in %1 gespeichert</translation>
    </message>
    <message>
        <source>Stopped before it began</source>
        <translation>Vor dem Beginn gestoppt</translation>
    </message>
    <message>
        <source>Spent: %1</source>
        <translation>Ausgegeben: %1</translation>
    </message>
    <message>
        <source> · reserved for open requests: %1</source>
        <translation> · für offene Anfragen vorgemerkt: %1</translation>
    </message>
    <message>
        <source>%1 spent · %2 reserved · limit %3</source>
        <translation>%1 ausgegeben · %2 vorgemerkt · Grenze %3</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Gespräch</translation>
    </message>
    <message>
        <source>%1 · sample %2</source>
        <translation>%1 · Sample %2</translation>
    </message>
    <message>
        <source>, the end of %1 byte</source>
        <translation>, das Ende von %1 Byte</translation>
    </message>
</context>
<context>
    <name>loupe::ui::GenerationReview</name>
    <message>
        <source>%1 request</source>
        <translation>%1 Anfrage</translation>
    </message>
    <message>
        <source>%1 requests</source>
        <translation>%1 Anfragen</translation>
    </message>
    <message>
        <source>%1 tokens in</source>
        <translation>%1 Eingabetoken</translation>
    </message>
    <message>
        <source>%1 tokens out</source>
        <translation>%1 Ausgabetoken</translation>
    </message>
    <message>
        <source>%1 task has recorded answers</source>
        <translation>%1 Aufgabe hat aufgezeichnete Antworten</translation>
    </message>
    <message>
        <source>All %1 tasks have recorded answers</source>
        <translation>Alle %1 Aufgaben haben aufgezeichnete Antworten</translation>
    </message>
    <message>
        <source>▲ %1 of %2 tasks have recorded answers; the others get no program</source>
        <translation>▲ %1 von %2 Aufgaben haben aufgezeichnete Antworten; die anderen bekommen kein Programm</translation>
    </message>
    <message>
        <source>%1. No network and no key are needed.</source>
        <translation>%1. Weder Netzwerk noch Schlüssel sind nötig.</translation>
    </message>
    <message>
        <source>Run “%1”: %2.</source>
        <translation>Lauf „%1“: %2.</translation>
    </message>
    <message>
        <source>At most %1%2.</source>
        <translation>Höchstens %1%2.</translation>
    </message>
    <message>
        <source>; cost unknown (no prices in the profile)</source>
        <translation>; Kosten unbekannt (keine Preise im Profil)</translation>
    </message>
    <message>
        <source>Answers that are cut off or have no program are requested again, in addition.</source>
        <translation>Abgeschnittene Antworten und solche ohne Programm werden zusätzlich noch einmal angefragt.</translation>
    </message>
    <message>
        <source>The budget has no limit.</source>
        <translation>Das Budget hat keine Grenze.</translation>
    </message>
    <message>
        <source>Budget: %1.</source>
        <translation>Budget: %1.</translation>
    </message>
    <message>
        <source>The budget may stop the run early. It can be continued with a larger one.</source>
        <translation>Das Budget kann den Lauf vorzeitig beenden. Mit einem größeren lässt er sich fortsetzen.</translation>
    </message>
    <message>
        <source>%1 of %2 samples are already answered, for %3. They are not requested again.</source>
        <translation>%1 von %2 Samples sind schon beantwortet, für %3. Sie werden nicht noch einmal angefragt.</translation>
    </message>
    <message>
        <source>▲ The variable with the API key is not set: %1. Set it and start the window again.</source>
        <translation>▲ Die Variable mit dem API-Schlüssel ist nicht gesetzt: %1. Setzen Sie sie, und starten Sie das Fenster neu.</translation>
    </message>
    <message>
        <source>Key: %1 (read only by kloupe-ask).</source>
        <translation>Schlüssel: %1 (liest nur kloupe-ask).</translation>
    </message>
    <message>
        <source>The profile says that this is demo data.</source>
        <translation>Laut Profil sind dies Demodaten.</translation>
    </message>
    <message>
        <source>Preview of the requests</source>
        <translation>Vorschau der Anfragen</translation>
    </message>
    <message>
        <source>Task of the prompt shown</source>
        <translation>Aufgabe des gezeigten Prompts</translation>
    </message>
    <message>
        <source>First prompt for the task</source>
        <translation>Erster Prompt für die Aufgabe</translation>
    </message>
    <message>
        <source>Prompt for</source>
        <translation>Prompt für</translation>
    </message>
    <message>
        <source>These requests cannot be sent</source>
        <translation>Diese Anfragen können nicht gesendet werden</translation>
    </message>
    <message>
        <source>%1 for %2</source>
        <translation>%1 für %2</translation>
    </message>
    <message>
        <source>At most %1 request</source>
        <translation>Höchstens %1 Anfrage</translation>
    </message>
    <message>
        <source>At most %1 requests</source>
        <translation>Höchstens %1 Anfragen</translation>
    </message>
    <message>
        <source>%1 task</source>
        <translation>%1 Aufgabe</translation>
    </message>
    <message>
        <source>%1 tasks</source>
        <translation>%1 Aufgaben</translation>
    </message>
    <message>
        <source>%1 token in</source>
        <translation>%1 Eingabetoken</translation>
    </message>
    <message>
        <source>%1 token out</source>
        <translation>%1 Ausgabetoken</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>%1 byte</source>
        <translation>%1 Byte</translation>
    </message>
    <message>
        <source>%1 bytes</source>
        <translation>%1 Byte</translation>
    </message>
</context>
<context>
    <name>loupe::ui::HandleSlider</name>
    <message>
        <source>%1: drag a handle, or use ← and →; Space switches to the other</source>
        <translation>%1: einen Griff ziehen oder mit ← und → bewegen; die Leertaste wechselt zum anderen</translation>
    </message>
    <message>
        <source>%1: drag the handle, or use ← and →</source>
        <translation>%1: den Griff ziehen oder mit ← und → bewegen</translation>
    </message>
</context>
<context>
    <name>loupe::ui::HelpDialog</name>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Topics</source>
        <translation>Themen</translation>
    </message>
    <message>
        <source>Help text</source>
        <translation>Hilfetext</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source># Keys

| Keys | Command | |
| --- | --- | --- |
</source>
        <translation># Tasten

| Tasten | Befehl | |
| --- | --- | --- |
</translation>
    </message>
</context>
<context>
    <name>loupe::ui::HintDialog</name>
    <message>
        <source>&amp;Ask</source>
        <translation>&amp;Fragen</translation>
    </message>
    <message>
        <source>Ask again with a hint</source>
        <translation>Mit Hinweis erneut fragen</translation>
    </message>
    <message>
        <source>Hint for the model about this program</source>
        <translation>Hinweis für das Modell zu diesem Programm</translation>
    </message>
    <message>
        <source>Hint</source>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Your name</source>
        <translation>Ihr Name</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>&amp;Cancel</source>
        <translation>&amp;Abbrechen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>The model gets the program&apos;s result and then this hint. The old and the new program are evaluated in a new run under the method &quot;NAME, hinted&quot;, so that the original method&apos;s figures do not change. The hint and your name are stored.</source>
        <translation>Das Modell bekommt das Ergebnis des Programms und dann diesen Hinweis. Das alte und das neue Programm werden in einem neuen Lauf unter der Methode &quot;NAME, hinted&quot; ausgewertet, damit sich die Zahlen der ursprünglichen Methode nicht ändern. Hinweis und Name werden gespeichert.</translation>
    </message>
    <message>
        <source>Your &amp;name</source>
        <translation>Ihr &amp;Name</translation>
    </message>
    <message>
        <source>&amp;Hint</source>
        <translation>&amp;Hinweis</translation>
    </message>
    <message>
        <source>a hint of %1</source>
        <translation>ein Hinweis von %1</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ImportDialog</name>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>&amp;Import</source>
        <translation>&amp;Importieren</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>Sto&amp;pp</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>S&amp;chließen</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>What to import</source>
        <translation>Was importiert wird</translation>
    </message>
    <message>
        <source>About the selected item</source>
        <translation>Zum markierten Eintrag</translation>
    </message>
    <message>
        <source>Summary of the import</source>
        <translation>Zusammenfassung des Imports</translation>
    </message>
    <message>
        <source>Import into</source>
        <translation>Importieren in</translation>
    </message>
    <message>
        <source>New store</source>
        <translation>Neuer Store</translation>
    </message>
    <message>
        <source>store</source>
        <translation>Store</translation>
    </message>
    <message>
        <source>Store to import into</source>
        <translation>Store, in den importiert wird</translation>
    </message>
    <message>
        <source>Stores (*.kloupe)</source>
        <translation>Stores (*.kloupe)</translation>
    </message>
    <message>
        <source>Import i&amp;nto</source>
        <translation>Importieren i&amp;n</translation>
    </message>
    <message>
        <source>Add &amp;files…</source>
        <translation>&amp;Dateien hinzufügen…</translation>
    </message>
    <message>
        <source>Add f&amp;older…</source>
        <translation>&amp;Ordner hinzufügen…</translation>
    </message>
    <message>
        <source>Drop files, folders or archives here, or add them.</source>
        <translation>Dateien, Ordner oder Archive hier ablegen oder hinzufügen.</translation>
    </message>
    <message>
        <source>Files to import</source>
        <translation>Dateien zum Importieren</translation>
    </message>
    <message>
        <source>Folder to import</source>
        <translation>Ordner zum Importieren</translation>
    </message>
    <message>
        <source>The open store, %1</source>
        <translation>Der offene Store, %1</translation>
    </message>
    <message>
        <source>A new store</source>
        <translation>Ein neuer Store</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>Its present runs stay as they are.</source>
        <translation>Seine bisherigen Läufe bleiben, wie sie sind.</translation>
    </message>
    <message>
        <source>Name the new store.</source>
        <translation>Benennen Sie den neuen Store.</translation>
    </message>
    <message>
        <source>%1 exists. Its present runs stay, and the new ones are added.</source>
        <translation>%1 gibt es schon. Die bisherigen Läufe bleiben, die neuen kommen dazu.</translation>
    </message>
    <message>
        <source>Creates %1.</source>
        <translation>Legt %1 an.</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ImportJob</name>
    <message>
        <source>Imported %1 in %2</source>
        <translation>Importiert: %1, %2</translation>
    </message>
    <message>
        <source>%1 evaluation</source>
        <translation>%1 Auswertung</translation>
    </message>
    <message>
        <source>%1 evaluations</source>
        <translation>%1 Auswertungen</translation>
    </message>
    <message>
        <source>%1 run</source>
        <translation>%1 Lauf</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 Läufe</translation>
    </message>
    <message>
        <source>, and %1</source>
        <translation>, dazu %1</translation>
    </message>
    <message>
        <source>%1 reference time</source>
        <translation>%1 Referenzzeit</translation>
    </message>
    <message>
        <source>%1 reference times</source>
        <translation>%1 Referenzzeiten</translation>
    </message>
    <message>
        <source>, with %1</source>
        <translation>, dazu %1</translation>
    </message>
    <message>
        <source>%1 conversation</source>
        <translation>%1 Gespräch</translation>
    </message>
    <message>
        <source>%1 conversations</source>
        <translation>%1 Gespräche</translation>
    </message>
    <message>
        <source>Nothing was imported</source>
        <translation>Nichts wurde importiert</translation>
    </message>
    <message>
        <source>%1 run was in the store already</source>
        <translation>%1 Lauf war schon im Store</translation>
    </message>
    <message>
        <source>%1 runs were in the store already</source>
        <translation>%1 Läufe waren schon im Store</translation>
    </message>
    <message>
        <source>%1 left out, the first: %2: %3</source>
        <translation>%1 ausgelassen, zuerst: %2: %3</translation>
    </message>
    <message>
        <source>%1 items were refused, the first: %2</source>
        <translation>%1 Einträge wurden abgelehnt, zuerst: %2</translation>
    </message>
    <message>
        <source>refused: %1</source>
        <translation>abgelehnt: %1</translation>
    </message>
    <message>
        <source>Stopped. %1</source>
        <translation>Gestoppt. %1</translation>
    </message>
    <message>
        <source>Import of %1</source>
        <translation>Import von %1</translation>
    </message>
    <message>
        <source>Import of %1 items</source>
        <translation>Import von %1 Einträgen</translation>
    </message>
    <message>
        <source>importing %1/%2</source>
        <translation>Import %1/%2</translation>
    </message>
    <message>
        <source>importing…</source>
        <translation>Import läuft…</translation>
    </message>
    <message>
        <source>item %1 of %2: %3</source>
        <translation>Eintrag %1 von %2: %3</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ImportListModel</name>
    <message>
        <source>already in the store</source>
        <translation>schon im Store</translation>
    </message>
    <message>
        <source>the same as %1</source>
        <translation>dasselbe wie %1</translation>
    </message>
    <message>
        <source>%1 of %2 already in the store</source>
        <translation>%1 von %2 schon im Store</translation>
    </message>
    <message>
        <source>%1 run</source>
        <translation>%1 Lauf</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 Läufe</translation>
    </message>
    <message>
        <source>%1 of %2 also in %3</source>
        <translation>%1 von %2 auch in %3</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>reading…</source>
        <translation>wird gelesen…</translation>
    </message>
    <message>
        <source>; %1 left out</source>
        <translation>; %1 ausgelassen</translation>
    </message>
    <message>
        <source>%1 file</source>
        <translation>%1 Datei</translation>
    </message>
    <message>
        <source>%1 files</source>
        <translation>%1 Dateien</translation>
    </message>
    <message>
        <source>File or folder</source>
        <translation>Datei oder Ordner</translation>
    </message>
    <message>
        <source>Format</source>
        <translation>Format</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>Methoden</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Records</source>
        <translation>Datensätze</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 record</source>
        <translation>%1 Datensatz</translation>
    </message>
    <message>
        <source>%1 records</source>
        <translation>%1 Datensätze</translation>
    </message>
    <message>
        <source>left out: %1: %2</source>
        <translation>ausgelassen: %1: %2</translation>
    </message>
</context>
<context>
    <name>loupe::ui::Job</name>
    <message>
        <source>%1 left</source>
        <translation>noch %1</translation>
    </message>
</context>
<context>
    <name>loupe::ui::JudgementPanel</name>
    <message>
        <source>Add note</source>
        <translation>Notiz hinzufügen</translation>
    </message>
    <message>
        <source>Review notes</source>
        <translation>Prüfnotizen</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Add or remove a tag</source>
        <translation>Tag hinzufügen oder entfernen</translation>
    </message>
    <message>
        <source>add a tag (T); -tag removes it</source>
        <translation>Tag hinzufügen (T); -Tag entfernt ihn</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>Notiz schreiben</translation>
    </message>
    <message>
        <source>note in Markdown (N); Ctrl+Enter adds it</source>
        <translation>Notiz in Markdown (N); Strg+Eingabe fügt sie hinzu</translation>
    </message>
    <message>
        <source> · by %1</source>
        <translation> · von %1</translation>
    </message>
    <message>
        <source>no tags</source>
        <translation>keine Tags</translation>
    </message>
    <message>
        <source>tags: %1</source>
        <translation>Tags: %1</translation>
    </message>
    <message>
        <source>No notes yet</source>
        <translation>Noch keine Notizen</translation>
    </message>
    <message>
        <source>Saved under the name %1</source>
        <translation>Unter dem Namen %1 gespeichert</translation>
    </message>
</context>
<context>
    <name>loupe::ui::KernelPairDialog</name>
    <message>
        <source>Both kernels</source>
        <translation>Beide Kernel</translation>
    </message>
    <message>
        <source>F7 next difference · Shift+F7 previous · Ctrl+F find · Esc closes</source>
        <translation>F7 nächster Unterschied · Umschalt+F7 voriger · Strg+F suchen · Esc schließt</translation>
    </message>
</context>
<context>
    <name>loupe::ui::LaneModel</name>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>unknown device</source>
        <translation>unbekanntes Gerät</translation>
    </message>
    <message>
        <source>▲ not responding</source>
        <translation>▲ antwortet nicht</translation>
    </message>
    <message>
        <source>%1 running</source>
        <translation>%1 laufen</translation>
    </message>
    <message>
        <source>%1 ended</source>
        <translation>%1 beendet</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>loupe::ui::LeftChoice</name>
    <message>
        <source>round %1</source>
        <translation>Runde %1</translation>
    </message>
    <message>
        <source>%1, sample %2, %3</source>
        <translation>%1, Sample %2, %3</translation>
    </message>
    <message>
        <source>no source was recorded</source>
        <translation>kein Quelltext wurde aufgezeichnet</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>Reference</source>
        <translation>Referenz</translation>
    </message>
    <message>
        <source>Nearest correct</source>
        <translation>Nächster richtiger</translation>
    </message>
    <message>
        <source>The correct candidate of the task that shares most lines with this one</source>
        <translation>Der richtige Kandidat der Aufgabe, der mit diesem die meisten Zeilen gemeinsam hat</translation>
    </message>
    <message>
        <source>Round before</source>
        <translation>Runde davor</translation>
    </message>
    <message>
        <source>Other attempt</source>
        <translation>Anderer Versuch</translation>
    </message>
    <message>
        <source>no correct candidate of this task has another source</source>
        <translation>kein richtiger Kandidat dieser Aufgabe hat einen anderen Quelltext</translation>
    </message>
    <message>
        <source>%1 of the lines shared</source>
        <translation>%1 der Zeilen gemeinsam</translation>
    </message>
</context>
<context>
    <name>loupe::ui::LoadStrip</name>
    <message>
        <source>builds</source>
        <translation>Builds</translation>
    </message>
    <message>
        <source>inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>timing</source>
        <translation>Zeitmessung</translation>
    </message>
    <message>
        <source>%1 %</source>
        <translation>%1 %</translation>
    </message>
    <message>
        <source>Builds, input generation, device and timing over the last minutes</source>
        <translation>Builds, Erzeugung der Eingaben, Gerät und Zeitmessung der letzten Minuten</translation>
    </message>
    <message>
        <source>No data yet.</source>
        <translation>Noch keine Daten.</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 min ago</source>
        <translation>vor %1 min</translation>
    </message>
    <message>
        <source>now</source>
        <translation>jetzt</translation>
    </message>
</context>
<context>
    <name>loupe::ui::MainWindow</name>
    <message>
        <source>KernelLoupe</source>
        <translation>KernelLoupe</translation>
    </message>
    <message>
        <source>%1 in %2: %3</source>
        <translation>%1 in %2: %3</translation>
    </message>
    <message>
        <source>%1 mark was not saved</source>
        <translation>%1 Vermerk wurde nicht gespeichert</translation>
    </message>
    <message>
        <source>%1 marks were not saved</source>
        <translation>%1 Vermerke wurden nicht gespeichert</translation>
    </message>
</context>
<context>
    <name>loupe::ui::MismatchPanel</name>
    <message>
        <source>one value</source>
        <translation>ein Wert</translation>
    </message>
    <message>
        <source>No map of the mismatches was recorded with this output.</source>
        <translation>Zu dieser Ausgabe wurde keine Karte der Abweichungen aufgezeichnet.</translation>
    </message>
    <message>
        <source>Trial and output</source>
        <translation>Probelauf und Ausgabe</translation>
    </message>
    <message>
        <source>Size of the tiles on the map</source>
        <translation>Größe der Kacheln auf der Karte</translation>
    </message>
    <message>
        <source>tile size: none</source>
        <translation>Kachelgröße: keine</translation>
    </message>
    <message>
        <source>tiles of %1</source>
        <translation>Kacheln von %1</translation>
    </message>
    <message>
        <source>Pattern of the mismatches</source>
        <translation>Muster der Abweichungen</translation>
    </message>
    <message>
        <source>How far the output differs</source>
        <translation>Wie weit die Ausgabe abweicht</translation>
    </message>
    <message>
        <source>Mismatches by size of the error</source>
        <translation>Abweichungen nach Größe des Fehlers</translation>
    </message>
    <message>
        <source>Pattern and size of the mismatches</source>
        <translation>Muster und Größe der Abweichungen</translation>
    </message>
    <message>
        <source>trial %1 · %2 · %3</source>
        <translation>Probelauf %1 · %2 · %3</translation>
    </message>
    <message>
        <source>No check was run: the candidate failed earlier, or the imported record has none.</source>
        <translation>Keine Prüfung lief: Der Kandidat schlug vorher fehl, oder der importierte Datensatz hat keine.</translation>
    </message>
    <message>
        <source>No output of any trial differs.</source>
        <translation>Keine Ausgabe eines Probelaufs weicht ab.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>seed hidden</source>
        <translation>Seed verborgen</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>Seed %1</translation>
    </message>
    <message>
        <source>Every element differs.</source>
        <translation>Jedes Element weicht ab.</translation>
    </message>
    <message>
        <source>No pattern found (not a tail, a period or whole rows).</source>
        <translation>Kein Muster gefunden (kein Ende, keine Periode, keine ganzen Zeilen).</translation>
    </message>
    <message>
        <source>%1 of %2 differ (%3), by at most %4 absolute, %5 relative; mean %6 absolute.</source>
        <translation>%1 von %2 weichen ab (%3), um höchstens %4 absolut, %5 relativ; im Mittel %6 absolut.</translation>
    </message>
    <message>
        <source>Worst at %1: expected %2, got %3.</source>
        <translation>Am schlechtesten bei %1: erwartet %2, erhalten %3.</translation>
    </message>
    <message>
        <source>%1 were never written.</source>
        <translation>%1 wurden nie geschrieben.</translation>
    </message>
    <message>
        <source>%1 are NaN or infinite where a number was expected.</source>
        <translation>%1 sind NaN oder unendlich, wo eine Zahl erwartet wurde.</translation>
    </message>
    <message>
        <source>Relative error; %1</source>
        <translation>Relativer Fehler; %1</translation>
    </message>
    <message>
        <source>Hover a cell or use the arrow keys for its value; zoom with the wheel or + and −.</source>
        <translation>Mauszeiger oder Pfeiltasten zeigen den Wert einer Zelle; Mausrad oder + und − vergrößern.</translation>
    </message>
</context>
<context>
    <name>loupe::ui::MismatchView</name>
    <message>
        <source>Where the output differs</source>
        <translation>Wo die Ausgabe abweicht</translation>
    </message>
    <message>
        <source>none differs</source>
        <translation>keine weicht ab</translation>
    </message>
    <message>
        <source>all differ</source>
        <translation>alle weichen ab</translation>
    </message>
    <message>
        <source>about %1 differ</source>
        <translation>etwa %1 weichen ab</translation>
    </message>
    <message>
        <source>rows %1, columns %2: %3</source>
        <translation>Zeilen %1, Spalten %2: %3</translation>
    </message>
</context>
<context>
    <name>loupe::ui::MixtureBar</name>
    <message>
        <source>Conditions mixed in the scope</source>
        <translation>In der Auswahl gemischte Bedingungen</translation>
    </message>
    <message>
        <source>Use the chosen values</source>
        <translation>Die gewählten Werte verwenden</translation>
    </message>
    <message>
        <source>Split by the values</source>
        <translation>Nach den Werten aufteilen</translation>
    </message>
    <message>
        <source>Use %1</source>
        <translation>%1 verwenden</translation>
    </message>
    <message>
        <source>Keep this choice</source>
        <translation>Bei dieser Wahl bleiben</translation>
    </message>
    <message>
        <source>Split by %1</source>
        <translation>Nach %1 aufteilen</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ModelFields</name>
    <message>
        <source>a profile (*.json), or fill in the fields below</source>
        <translation>ein Profil (*.json), oder füllen Sie die Felder unten aus</translation>
    </message>
    <message>
        <source>method name in the store</source>
        <translation>Name der Methode im Store</translation>
    </message>
    <message>
        <source>model name at the endpoint</source>
        <translation>Name des Modells am Endpunkt</translation>
    </message>
    <message>
        <source>none, or env:NAME, file:PATH, keyring:LABEL</source>
        <translation>keiner, oder env:NAME, file:PATH, keyring:LABEL</translation>
    </message>
    <message>
        <source>Where the key is, not the key itself. Only kloupe-ask reads it; it is not stored.</source>
        <translation>Wo der Schlüssel liegt, nicht der Schlüssel selbst. Nur kloupe-ask liest ihn; er wird nicht gespeichert.</translation>
    </message>
    <message>
        <source> tokens</source>
        <translation> Token</translation>
    </message>
    <message>
        <source>Pr&amp;ofile</source>
        <translation>Pr&amp;ofil</translation>
    </message>
    <message>
        <source>profile</source>
        <translation>Profil</translation>
    </message>
    <message>
        <source>Choose a profile</source>
        <translation>Profil wählen</translation>
    </message>
    <message>
        <source>Profiles (*.json)</source>
        <translation>Profile (*.json)</translation>
    </message>
    <message>
        <source>&amp;Name</source>
        <translation>&amp;Name</translation>
    </message>
    <message>
        <source>&amp;Endpoint</source>
        <translation>&amp;Endpunkt</translation>
    </message>
    <message>
        <source>&amp;Kind</source>
        <translation>&amp;Art</translation>
    </message>
    <message>
        <source>&amp;Model</source>
        <translation>&amp;Modell</translation>
    </message>
    <message>
        <source>Ke&amp;y</source>
        <translation>&amp;Schlüssel</translation>
    </message>
    <message>
        <source>Para&amp;llel requests</source>
        <translation>Para&amp;llele Anfragen</translation>
    </message>
    <message>
        <source>Max &amp;answer</source>
        <translation>Ma&amp;x. Antwort</translation>
    </message>
    <message>
        <source>Prices, rates, prompts, temperature and limits for each task are set in the profile file and are not changed here.</source>
        <translation>Preise, Raten, Prompts, Temperatur und Grenzen je Aufgabe stehen in der Profildatei und werden hier nicht geändert.</translation>
    </message>
    <message>
        <source>Choose a profile or enter an endpoint.</source>
        <translation>Wählen Sie ein Profil, oder geben Sie einen Endpunkt ein.</translation>
    </message>
    <message>
        <source>Enter the model name that the endpoint uses.</source>
        <translation>Geben Sie den Modellnamen ein, den der Endpunkt verwendet.</translation>
    </message>
    <message>
        <source>Enter a profile name. Results are stored under it as a method.</source>
        <translation>Geben Sie einen Profilnamen ein. Unter ihm als Methode werden die Ergebnisse gespeichert.</translation>
    </message>
</context>
<context>
    <name>loupe::ui::NewRunDialog</name>
    <message>
        <source>S&amp;tart</source>
        <translation>S&amp;tarten</translation>
    </message>
    <message>
        <source>Sto&amp;p run</source>
        <translation>Lauf sto&amp;ppen</translation>
    </message>
    <message>
        <source>Show r&amp;esults</source>
        <translation>Erge&amp;bnisse zeigen</translation>
    </message>
    <message>
        <source>Con&amp;tinue</source>
        <translation>&amp;Fortsetzen</translation>
    </message>
    <message>
        <source>&amp;Doctor…</source>
        <translation>&amp;Doctor…</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Closing this dialog does not stop the run.</source>
        <translation>Dieses Fenster zu schließen stoppt den Lauf nicht.</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>Neuer Lauf</translation>
    </message>
    <message>
        <source>Shows what evaluations need, what is installed and how to install the rest</source>
        <translation>Zeigt, was Auswertungen brauchen, was installiert ist und wie der Rest installiert wird</translation>
    </message>
    <message>
        <source>Sends the open requests, or starts the agent for the unfinished tasks</source>
        <translation>Sendet die offenen Anfragen, oder startet den Agenten für die unfertigen Aufgaben</translation>
    </message>
    <message>
        <source>Kernels from folders</source>
        <translation>Kernel aus Ordnern</translation>
    </message>
    <message>
        <source>Ask a model</source>
        <translation>Ein Modell fragen</translation>
    </message>
    <message>
        <source>Start an agent</source>
        <translation>Einen Agenten starten</translation>
    </message>
    <message>
        <source>Your own command that searches for kernels</source>
        <translation>Ihr eigener Befehl, der nach Kerneln sucht</translation>
    </message>
    <message>
        <source>What to evaluate</source>
        <translation>Was ausgewertet wird</translation>
    </message>
    <message>
        <source>Template</source>
        <translation>Vorlage</translation>
    </message>
    <message>
        <source>Fills the form; everything can be changed afterwards</source>
        <translation>Füllt das Formular; alles lässt sich danach ändern</translation>
    </message>
    <message>
        <source>Temp&amp;late</source>
        <translation>Vor&amp;lage</translation>
    </message>
    <message>
        <source>My own kernels on the native suite</source>
        <translation>Meine eigenen Kernel für die native Suite</translation>
    </message>
    <message>
        <source>Try the demo kernels</source>
        <translation>Die Demo-Kernel ausprobieren</translation>
    </message>
    <message>
        <source>Judge a folder of %1 kernels</source>
        <translation>Einen Ordner mit Kerneln für %1 beurteilen</translation>
    </message>
    <message>
        <source>Repeat the last run</source>
        <translation>Den letzten Lauf wiederholen</translation>
    </message>
    <message>
        <source>Generate with a model</source>
        <translation>Mit einem Modell generieren</translation>
    </message>
    <message>
        <source>Try with recorded answers</source>
        <translation>Mit aufgezeichneten Antworten ausprobieren</translation>
    </message>
    <message>
        <source>Search with an agent&apos;s command</source>
        <translation>Mit dem Befehl eines Agenten suchen</translation>
    </message>
    <message>
        <source>Reading the suite and the store…</source>
        <translation>Suite und Store werden gelesen…</translation>
    </message>
    <message>
        <source>Reading the suite…</source>
        <translation>Die Suite wird gelesen…</translation>
    </message>
    <message>
        <source>Reading the suite and the candidates…</source>
        <translation>Suite und Kandidaten werden gelesen…</translation>
    </message>
</context>
<context>
    <name>loupe::ui::OfferBar</name>
    <message>
        <source>Not now</source>
        <translation>Nicht jetzt</translation>
    </message>
    <message>
        <source>Offer</source>
        <translation>Angebot</translation>
    </message>
    <message>
        <source>Accept the offer</source>
        <translation>Angebot annehmen</translation>
    </message>
</context>
<context>
    <name>loupe::ui::OverviewNotes</name>
    <message>
        <source>Audit</source>
        <translation>Audit</translation>
    </message>
    <message>
        <source>Since your last visit</source>
        <translation>Seit Ihrem letzten Besuch</translation>
    </message>
    <message>
        <source>Caveats</source>
        <translation>Vorbehalte</translation>
    </message>
    <message>
        <source>Review findings</source>
        <translation>Befunde prüfen</translation>
    </message>
    <message>
        <source>Audit, changes and caveats</source>
        <translation>Audit, Änderungen und Vorbehalte</translation>
    </message>
    <message>
        <source>Run audit</source>
        <translation>Audit starten</translation>
    </message>
</context>
<context>
    <name>loupe::ui::OverviewPage</name>
    <message>
        <source>Copy table</source>
        <translation>Tabelle kopieren</translation>
    </message>
    <message>
        <source>Make figure…</source>
        <translation>Abbildung erstellen…</translation>
    </message>
    <message>
        <source>Tab walks the panels · a click or Enter opens the results behind a number</source>
        <translation>Tab geht durch die Felder · ein Klick oder Eingabe öffnet die Ergebnisse hinter einer Zahl</translation>
    </message>
    <message>
        <source>Unfinished run: %1.</source>
        <translation>Unfertiger Lauf: %1.</translation>
    </message>
    <message>
        <source>1 counted result has a task that an audit found unsound.</source>
        <translation>1 gezähltes Ergebnis hat eine Aufgabe, die ein Audit für untauglich hält.</translation>
    </message>
    <message>
        <source>%1 counted results have tasks that an audit found unsound.</source>
        <translation>%1 gezählte Ergebnisse haben Aufgaben, die ein Audit für untauglich hält.</translation>
    </message>
    <message>
        <source>No result has a speedup: only outcomes are compared.</source>
        <translation>Kein Ergebnis hat einen Speedup: Nur Ausgänge werden verglichen.</translation>
    </message>
    <message>
        <source>%1 task names have several versions; each counts as a task of its own.</source>
        <translation>%1 Aufgabennamen haben mehrere Versionen; jede zählt als eigene Aufgabe.</translation>
    </message>
    <message>
        <source>All results are counted.</source>
        <translation>Alle Ergebnisse werden gezählt.</translation>
    </message>
    <message>
        <source>Open one to see its results.</source>
        <translation>Öffnen Sie einen, um seine Ergebnisse zu sehen.</translation>
    </message>
    <message>
        <source>The results could not be read.</source>
        <translation>Die Ergebnisse konnten nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The scope excludes all results.</source>
        <translation>Die Auswahl schließt alle Ergebnisse aus.</translation>
    </message>
    <message>
        <source>The scope bar shows why each of %1 is excluded.</source>
        <translation>%1 ausgeschlossen; die Auswahlleiste zeigt die Gründe.</translation>
    </message>
    <message>
        <source>%1 result</source>
        <translation>%1 Ergebnis</translation>
    </message>
    <message>
        <source>%1 results</source>
        <translation>%1 Ergebnisse</translation>
    </message>
    <message>
        <source>No results of the scope match the filter.</source>
        <translation>Keine Ergebnisse der Auswahl passen zum Filter.</translation>
    </message>
    <message>
        <source>No result matches %1</source>
        <translation>Kein Ergebnis passt zu %1</translation>
    </message>
    <message>
        <source>This store has no results yet.</source>
        <translation>Dieser Store hat noch keine Ergebnisse.</translation>
    </message>
    <message>
        <source>The overview appears as soon as the first evaluation ends.</source>
        <translation>Die Übersicht erscheint, sobald die erste Auswertung endet.</translation>
    </message>
    <message>
        <source>Scoreboard</source>
        <translation>Ergebnistafel</translation>
    </message>
    <message>
        <source>most correct first · a click opens the results behind a number</source>
        <translation>die meisten richtigen zuerst · ein Klick öffnet die Ergebnisse hinter einer Zahl</translation>
    </message>
    <message>
        <source>Correct, by category</source>
        <translation>Richtig, nach Kategorie</translation>
    </message>
    <message>
        <source>Why kernels fail</source>
        <translation>Warum Kernel fehlschlagen</translation>
    </message>
    <message>
        <source>No kernel fails</source>
        <translation>Kein Kernel schlägt fehl</translation>
    </message>
    <message>
        <source>tasks solved</source>
        <translation>gelöste Aufgaben</translation>
    </message>
    <message>
        <source>last attempt of each task</source>
        <translation>letzter Versuch jeder Aufgabe</translation>
    </message>
    <message>
        <source>Faster: correct and faster than the baseline. Geometric mean over the timed correct, 95 % by resampling tasks.</source>
        <translation>Schneller: richtig und schneller als die Baseline. Geometrisches Mittel über die richtigen mit Zeit, 95 % durch Resampling der Aufgaben.</translation>
    </message>
    <message>
        <source>Bar: share of the tasks. Line: its 95 % interval (Wilson).</source>
        <translation>Balken: Anteil der Aufgaben. Linie: sein 95-%-Intervall (Wilson).</translation>
    </message>
    <message>
        <source>up to 20 %</source>
        <translation>bis 20 %</translation>
    </message>
    <message>
        <source>40 %</source>
        <translation>40 %</translation>
    </message>
    <message>
        <source>60 %</source>
        <translation>60 %</translation>
    </message>
    <message>
        <source>80 %</source>
        <translation>80 %</translation>
    </message>
    <message>
        <source>100 % of the tasks</source>
        <translation>100 % der Aufgaben</translation>
    </message>
    <message>
        <source>%1 task name has several versions; each counts as a task of its own.</source>
        <translation>%1 Aufgabenname hat mehrere Versionen; jede zählt als eigene Aufgabe.</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Cause</source>
        <translation>Ursache</translation>
    </message>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>%1 task</source>
        <translation>%1 Aufgabe</translation>
    </message>
    <message>
        <source>%1 tasks</source>
        <translation>%1 Aufgaben</translation>
    </message>
    <message>
        <source>%1 on %2: %3 solved, %4 not</source>
        <translation>%1 auf %2: %3 gelöst, %4 nicht</translation>
    </message>
    <message>
        <source>%1 row</source>
        <translation>%1 Zeile</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>%1 method</source>
        <translation>%1 Methode</translation>
    </message>
    <message>
        <source>%1 methods</source>
        <translation>%1 Methoden</translation>
    </message>
    <message>
        <source>%1 on %2: %3 solved by at least one, %4 by all, %5 by none</source>
        <translation>%1 auf %2: %3 von mindestens einer gelöst, %4 von allen, %5 von keiner</translation>
    </message>
</context>
<context>
    <name>loupe::ui::PageRow</name>
    <message>
        <source>Previous panels</source>
        <translation>Vorige Felder</translation>
    </message>
    <message>
        <source>Next panels</source>
        <translation>Nächste Felder</translation>
    </message>
    <message>
        <source>Previous panels (PgUp in the chart)</source>
        <translation>Vorige Felder (Bild↑ im Diagramm)</translation>
    </message>
    <message>
        <source>Next panels (PgDn in the chart)</source>
        <translation>Nächste Felder (Bild↓ im Diagramm)</translation>
    </message>
    <message>
        <source>%1: show</source>
        <translation>%1: zeigen</translation>
    </message>
    <message>
        <source>Page %1 of %2, same axes on all</source>
        <translation>Seite %1 von %2, auf allen dieselben Achsen</translation>
    </message>
</context>
<context>
    <name>loupe::ui::PlanView</name>
    <message>
        <source>Up to %2 at a time, with %1 GiB of memory in total.</source>
        <translation>Bis zu %2 zugleich, mit insgesamt %1 GiB Speicher.</translation>
    </message>
    <message>
        <source>No time estimate yet: the store has no earlier evaluation of these tasks. %1</source>
        <translation>Noch keine Schätzung der Zeit: Der Store hat keine frühere Auswertung dieser Aufgaben. %1</translation>
    </message>
    <message>
        <source>ETA %1 (80 % range %2 to %3), from past evaluations of the same tasks for %4 of %5 candidates. %6</source>
        <translation>Restzeit %1 (80 %: %2 bis %3), aus früheren Auswertungen derselben Aufgaben für %4 von %5 Kandidaten. %6</translation>
    </message>
    <message>
        <source>The baseline run “%1” has the same device, suite and version.</source>
        <translation>Der Baseline-Lauf „%1“ hat dasselbe Gerät, dieselbe Suite und dieselbe Version.</translation>
    </message>
    <message>
        <source>▲ The baseline run “%1” differs from this run in more than the candidates:</source>
        <translation>▲ Der Baseline-Lauf „%1“ unterscheidet sich von diesem Lauf nicht nur durch die Kandidaten:</translation>
    </message>
    <message>
        <source>%1: baseline run %2, here %3</source>
        <translation>%1: Baseline-Lauf %2, hier %3</translation>
    </message>
    <message>
        <source>known only on the machine that runs it</source>
        <translation>nur auf dem Rechner bekannt, der ihn ausführt</translation>
    </message>
    <message>
        <source>Plan of the run</source>
        <translation>Plan des Laufs</translation>
    </message>
    <message>
        <source>The store&apos;s baseline run and this run</source>
        <translation>Der Baseline-Lauf des Stores und dieser Lauf</translation>
    </message>
    <message>
        <source>Skipped</source>
        <translation>Übersprungen</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Skipped items and reasons</source>
        <translation>Übersprungene Einträge und Gründe</translation>
    </message>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>This run cannot start</source>
        <translation>Dieser Lauf kann nicht starten</translation>
    </message>
    <message>
        <source>%1 task</source>
        <translation>%1 Aufgabe</translation>
    </message>
    <message>
        <source>%1 tasks</source>
        <translation>%1 Aufgaben</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 evaluation</source>
        <translation>%1 Auswertung</translation>
    </message>
    <message>
        <source>%1 evaluations</source>
        <translation>%1 Auswertungen</translation>
    </message>
    <message>
        <source>%1 of them are already in the store and are not repeated.</source>
        <translation>%1 davon sind schon im Store und werden nicht wiederholt.</translation>
    </message>
    <message>
        <source>Nothing is skipped.</source>
        <translation>Nichts wird übersprungen.</translation>
    </message>
    <message>
        <source>%1 is skipped:</source>
        <translation>%1 wird übersprungen:</translation>
    </message>
    <message>
        <source>%1 are skipped:</source>
        <translation>%1 werden übersprungen:</translation>
    </message>
    <message>
        <source>Each candidate in %1; a run for each precision.</source>
        <translation>Jeder Kandidat in %1; ein Lauf je Genauigkeit.</translation>
    </message>
</context>
<context>
    <name>loupe::ui::PrecisionFields</name>
    <message>
        <source>Further precisions: each candidate is judged and timed in each of them, and each is stored as a run of its own</source>
        <translation>Weitere Genauigkeiten: Jeder Kandidat wird in jeder von ihnen geprüft und gemessen, und jede wird als eigener Lauf gespeichert</translation>
    </message>
    <message>
        <source>As the submissions state</source>
        <translation>Wie die Einreichungen angeben</translation>
    </message>
    <message>
        <source>Further precisions</source>
        <translation>Weitere Genauigkeiten</translation>
    </message>
    <message>
        <source>The settings name %1 precisions. Kernels are asked for in the first.</source>
        <translation>Die Einstellungen nennen %1 Genauigkeiten. Nach Kerneln wird in der ersten gefragt.</translation>
    </message>
</context>
<context>
    <name>loupe::ui::PresetBar</name>
    <message>
        <source>Run presets (*.json)</source>
        <translation>Voreinstellungen (*.json)</translation>
    </message>
    <message>
        <source>Prese&amp;ts ▾</source>
        <translation>Voreins&amp;tellungen ▾</translation>
    </message>
    <message>
        <source>Run preset of the store</source>
        <translation>Voreinstellung des Stores</translation>
    </message>
    <message>
        <source>About the preset</source>
        <translation>Zur Voreinstellung</translation>
    </message>
    <message>
        <source>&amp;Save as…</source>
        <translation>&amp;Speichern unter…</translation>
    </message>
    <message>
        <source>Save this run as a preset</source>
        <translation>Diesen Lauf als Voreinstellung speichern</translation>
    </message>
    <message>
        <source>Preset name (replaces an existing one):</source>
        <translation>Name der Voreinstellung (ersetzt eine vorhandene):</translation>
    </message>
    <message>
        <source>&amp;Export to a file…</source>
        <translation>In eine Datei e&amp;xportieren…</translation>
    </message>
    <message>
        <source>preset</source>
        <translation>Voreinstellung</translation>
    </message>
    <message>
        <source>Export the preset</source>
        <translation>Voreinstellung exportieren</translation>
    </message>
    <message>
        <source>&amp;Load from a file…</source>
        <translation>Aus einer Datei &amp;laden…</translation>
    </message>
    <message>
        <source>Load a preset</source>
        <translation>Voreinstellung laden</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>No saved presets</source>
        <translation>Keine gespeicherten Voreinstellungen</translation>
    </message>
    <message>
        <source>none chosen</source>
        <translation>keine gewählt</translation>
    </message>
    <message>
        <source>“%1”, changed since it was loaded</source>
        <translation>„%1“, seit dem Laden geändert</translation>
    </message>
    <message>
        <source>Loaded from %1. </source>
        <translation>Aus %1 geladen. </translation>
    </message>
    <message>
        <source>Saved as “%1” in the store</source>
        <translation>Als „%1“ im Store gespeichert</translation>
    </message>
    <message>
        <source>Exported to %1</source>
        <translation>Nach %1 exportiert</translation>
    </message>
    <message>
        <source>Removed “%1”; runs that it started stay</source>
        <translation>„%1“ entfernt; Läufe, die damit gestartet wurden, bleiben</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ProfileBar</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Hardware counters of %1 launch</source>
        <translation>Hardwarezähler von %1 Start</translation>
    </message>
    <message>
        <source>Hardware counters of %1 launches</source>
        <translation>Hardwarezähler von %1 Starts</translation>
    </message>
    <message>
        <source>&amp;Hardware counters</source>
        <translation>&amp;Hardwarezähler</translation>
    </message>
    <message>
        <source>Runs the kernel again and reads the GPU&apos;s counters; the tabs Device and Code show them</source>
        <translation>Führt den Kernel noch einmal aus und liest die Zähler der GPU; die Reiter Gerät und Code zeigen sie</translation>
    </message>
    <message>
        <source>&amp;Memory errors (memcheck)</source>
        <translation>&amp;Speicherfehler (memcheck)</translation>
    </message>
    <message>
        <source>Runs the kernel again under compute-sanitizer: accesses outside of allocations, misaligned accesses</source>
        <translation>Führt den Kernel noch einmal unter compute-sanitizer aus: Zugriffe außerhalb von angefordertem Speicher, falsch ausgerichtete Zugriffe</translation>
    </message>
    <message>
        <source>&amp;Races (racecheck)</source>
        <translation>&amp;Wettläufe (racecheck)</translation>
    </message>
    <message>
        <source>Runs the kernel again under compute-sanitizer: races in shared memory</source>
        <translation>Führt den Kernel noch einmal unter compute-sanitizer aus: Wettläufe im Shared Memory</translation>
    </message>
    <message>
        <source>&amp;Uninitialised memory (initcheck)</source>
        <translation>&amp;Uninitialisierter Speicher (initcheck)</translation>
    </message>
    <message>
        <source>Runs the kernel again under compute-sanitizer: reads of device memory that nothing wrote</source>
        <translation>Führt den Kernel noch einmal unter compute-sanitizer aus: Lesen von Gerätespeicher, den nichts geschrieben hat</translation>
    </message>
    <message>
        <source>&amp;Barriers (synccheck)</source>
        <translation>&amp;Barrieren (synccheck)</translation>
    </message>
    <message>
        <source>Runs the kernel again under compute-sanitizer: wrong use of barriers</source>
        <translation>Führt den Kernel noch einmal unter compute-sanitizer aus: falscher Gebrauch von Barrieren</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Profile of the kernel</source>
        <translation>Profil des Kernels</translation>
    </message>
    <message>
        <source>Open a kernel first.</source>
        <translation>Öffnen Sie zuerst einen Kernel.</translation>
    </message>
    <message>
        <source>The store is read-only, so the result could not be stored. Save a copy and open it.</source>
        <translation>Der Store ist schreibgeschützt, das Ergebnis ließe sich nicht speichern. Speichern Sie eine Kopie und öffnen Sie diese.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>%1: stopped, nothing was stored</source>
        <translation>%1: gestoppt, nichts wurde gespeichert</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Another job is running. Profiles and times that share a device with it would be wrong: start this when no job runs.</source>
        <translation>Ein anderer Job läuft. Profile und Zeiten, die ein Gerät mit ihm teilen, wären falsch: Starten Sie dies, wenn kein Job läuft.</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ProfileJob</name>
    <message>
        <source>Hardware counters of %1</source>
        <translation>Hardwarezähler von %1</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>reading hardware counters…</source>
        <translation>Hardwarezähler werden gelesen…</translation>
    </message>
    <message>
        <source>running the kernel under %1…</source>
        <translation>Der Kernel läuft unter %1…</translation>
    </message>
    <message>
        <source>measured, waits to be stored: %1</source>
        <translation>gemessen, wartet auf das Speichern: %1</translation>
    </message>
</context>
<context>
    <name>loupe::ui::PythonForm</name>
    <message>
        <source>Found ▾</source>
        <translation>Gefunden ▾</translation>
    </message>
    <message>
        <source>judge and time &amp;backward too</source>
        <translation>auch &amp;rückwärts beurteilen und messen</translation>
    </message>
    <message>
        <source>$KLOUPE_PYTHON, else python3</source>
        <translation>$KLOUPE_PYTHON, sonst python3</translation>
    </message>
    <message>
        <source>the suite&apos;s language</source>
        <translation>die Sprache der Suite</translation>
    </message>
    <message>
        <source>As declared</source>
        <translation>Wie angegeben</translation>
    </message>
    <message>
        <source>a GPU if there is one</source>
        <translation>eine GPU, falls vorhanden</translation>
    </message>
    <message>
        <source>the suite&apos;s rules and ours</source>
        <translation>die Regeln der Suite und unsere</translation>
    </message>
    <message>
        <source>the suite&apos;s rules</source>
        <translation>die Regeln der Suite</translation>
    </message>
    <message>
        <source>our strict rules</source>
        <translation>unsere strengen Regeln</translation>
    </message>
    <message>
        <source>As implemented upstream</source>
        <translation>Wie ursprünglich implementiert</translation>
    </message>
    <message>
        <source>As intended by its text</source>
        <translation>Wie im Text gemeint</translation>
    </message>
    <message>
        <source>all samples</source>
        <translation>alle Samples</translation>
    </message>
    <message>
        <source>P&amp;ython</source>
        <translation>P&amp;ython</translation>
    </message>
    <message>
        <source>&amp;Written in</source>
        <translation>Ges&amp;chrieben in</translation>
    </message>
    <message>
        <source>P&amp;latform</source>
        <translation>P&amp;lattform</translation>
    </message>
    <message>
        <source>&amp;Device</source>
        <translation>&amp;Gerät</translation>
    </message>
    <message>
        <source>Precisio&amp;n</source>
        <translation>Genauig&amp;keit</translation>
    </message>
    <message>
        <source>&amp;Baselines</source>
        <translation>&amp;Baselines</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradienten</translation>
    </message>
    <message>
        <source>&amp;Judged by</source>
        <translation>Beurteilt &amp;nach</translation>
    </message>
    <message>
        <source>S&amp;uite&apos;s rules</source>
        <translation>Regeln der Su&amp;ite</translation>
    </message>
    <message>
        <source>Sam&amp;ples</source>
        <translation>Sam&amp;ples</translation>
    </message>
    <message>
        <source>Browse…</source>
        <translation>Durchsuchen…</translation>
    </message>
    <message>
        <source>Browse for the Python interpreter</source>
        <translation>Nach dem Python-Interpreter suchen</translation>
    </message>
    <message>
        <source>Interpreters found on this machine</source>
        <translation>Auf diesem Rechner gefundene Interpreter</translation>
    </message>
    <message>
        <source>Choose a Python interpreter</source>
        <translation>Python-Interpreter wählen</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>Shapes</source>
        <translation>Formen</translation>
    </message>
    <message>
        <source>For a suite in Python, its Python, device, precision, baselines, gradients and shapes appear here as soon as candidates are added.</source>
        <translation>Für eine Suite in Python erscheinen hier Python, Gerät, Genauigkeit, Baselines, Gradienten und Formen, sobald Kandidaten hinzugefügt sind.</translation>
    </message>
</context>
<context>
    <name>loupe::ui::QueueModel</name>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>building</source>
        <translation>baut</translation>
    </message>
    <message>
        <source>verifying</source>
        <translation>prüft</translation>
    </message>
    <message>
        <source>timing</source>
        <translation>misst</translation>
    </message>
    <message>
        <source>done</source>
        <translation>fertig</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>infra error</source>
        <translation>Infrastrukturfehler</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>gestoppt</translation>
    </message>
    <message>
        <source>stopping</source>
        <translation>wird gestoppt</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Nächster</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Sample</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Seconds</source>
        <translation>Sekunden</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>Position in the queue</source>
        <translation>Platz in der Warteschlange</translation>
    </message>
    <message>
        <source>Seconds since it started, including the wait for timing</source>
        <translation>Sekunden seit dem Start, auch das Warten auf die Zeitmessung</translation>
    </message>
</context>
<context>
    <name>loupe::ui::QueuePage</name>
    <message>
        <source>Limited by builds</source>
        <translation>Begrenzt durch Builds</translation>
    </message>
    <message>
        <source>Limited by input generation</source>
        <translation>Begrenzt durch die Erzeugung der Eingaben</translation>
    </message>
    <message>
        <source>Limited by process starts</source>
        <translation>Begrenzt durch Prozessstarts</translation>
    </message>
    <message>
        <source>Limited by memory</source>
        <translation>Begrenzt durch Speicher</translation>
    </message>
    <message>
        <source>Limited by the device</source>
        <translation>Begrenzt durch das Gerät</translation>
    </message>
    <message>
        <source>Limited by timing</source>
        <translation>Begrenzt durch die Zeitmessung</translation>
    </message>
    <message>
        <source>Idle</source>
        <translation>Untätig</translation>
    </message>
    <message>
        <source>%1 building</source>
        <translation>%1 im Build</translation>
    </message>
    <message>
        <source>%1 generating inputs</source>
        <translation>%1 erzeugen Eingaben</translation>
    </message>
    <message>
        <source>%1 starting</source>
        <translation>%1 starten</translation>
    </message>
    <message>
        <source>%1 waiting for memory</source>
        <translation>%1 warten auf Speicher</translation>
    </message>
    <message>
        <source>%1 waiting for the device</source>
        <translation>%1 warten auf das Gerät</translation>
    </message>
    <message>
        <source>%1 on the device</source>
        <translation>%1 auf dem Gerät</translation>
    </message>
    <message>
        <source>%1 waiting to be timed</source>
        <translation>%1 warten auf die Zeitmessung</translation>
    </message>
    <message>
        <source>%1 timed</source>
        <translation>%1 in der Zeitmessung</translation>
    </message>
    <message>
        <source>device %1 %, timing %2 % of the last %3 s</source>
        <translation>Gerät %1 %, Zeitmessung %2 % der letzten %3 s</translation>
    </message>
    <message>
        <source>device %1 %, timing %2 % of the time</source>
        <translation>Gerät %1 %, Zeitmessung %2 % der Zeit</translation>
    </message>
    <message>
        <source>%1 – %2</source>
        <translation>%1 – %2</translation>
    </message>
    <message>
        <source>%1 – failed</source>
        <translation>%1 – fehlgeschlagen</translation>
    </message>
    <message>
        <source>%1 – stopped</source>
        <translation>%1 – gestoppt</translation>
    </message>
    <message>
        <source>%1 – finished</source>
        <translation>%1 – fertig</translation>
    </message>
    <message>
        <source>All %1</source>
        <translation>Alle %1</translation>
    </message>
    <message>
        <source>Waiting %1</source>
        <translation>Wartend %1</translation>
    </message>
    <message>
        <source>Running %1</source>
        <translation>Laufend %1</translation>
    </message>
    <message>
        <source>Done %1</source>
        <translation>Fertig %1</translation>
    </message>
    <message>
        <source>Failed %1</source>
        <translation>Fehlgeschlagen %1</translation>
    </message>
    <message>
        <source>Infra errors %1</source>
        <translation>Infrastrukturfehler %1</translation>
    </message>
    <message>
        <source>Stopped %1</source>
        <translation>Gestoppt %1</translation>
    </message>
    <message>
        <source>on the cluster: commands take effect within seconds; each shard has a line of its own</source>
        <translation>auf dem Cluster: Befehle wirken nach Sekunden; jeder Shard hat eine eigene Reihe</translation>
    </message>
    <message>
        <source>on %1: commands take effect while the connection is up</source>
        <translation>auf %1: Befehle wirken, solange die Verbindung steht</translation>
    </message>
    <message>
        <source>No run in progress.</source>
        <translation>Kein Lauf im Gang.</translation>
    </message>
    <message>
        <source>A run shows its items here. They can be moved, paused, stopped and retried.</source>
        <translation>Ein Lauf zeigt hier seine Einträge. Sie lassen sich verschieben, anhalten, stoppen und wiederholen.</translation>
    </message>
    <message>
        <source>No device is active</source>
        <translation>Kein Gerät ist aktiv</translation>
    </message>
    <message>
        <source>%1 device</source>
        <translation>%1 Gerät</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 Geräte</translation>
    </message>
    <message>
        <source>%1 · %2 · sample %3 · round %4</source>
        <translation>%1 · %2 · Sample %3 · Runde %4</translation>
    </message>
    <message>
        <source>%1 s  %2</source>
        <translation>%1 s  %2</translation>
    </message>
    <message>
        <source>No item is chosen</source>
        <translation>Kein Eintrag ist gewählt</translation>
    </message>
    <message>
        <source>J/K next item · Alt+Home runs it next · Alt+End runs it last · Delete stops</source>
        <translation>J/K nächster Eintrag · Alt+Pos1 führt ihn als nächsten aus · Alt+Ende als letzten · Entf stoppt</translation>
    </message>
    <message>
        <source>%1 evaluated</source>
        <translation>%1 ausgewertet</translation>
    </message>
    <message>
        <source>%1 of %2 evaluated</source>
        <translation>%1 von %2 ausgewertet</translation>
    </message>
    <message>
        <source>Stopping: %1</source>
        <translation>Wird gestoppt: %1</translation>
    </message>
    <message>
        <source>Planning…</source>
        <translation>Planung…</translation>
    </message>
    <message>
        <source>Paused: %1</source>
        <translation>Angehalten: %1</translation>
    </message>
    <message>
        <source>The run failed: %1</source>
        <translation>Der Lauf schlug fehl: %1</translation>
    </message>
    <message>
        <source>Stopped: %1</source>
        <translation>Gestoppt: %1</translation>
    </message>
    <message>
        <source>Finished: %1</source>
        <translation>Fertig: %1</translation>
    </message>
    <message>
        <source>%1 correct</source>
        <translation>%1 richtig</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 fehlgeschlagen</translation>
    </message>
    <message>
        <source>%1 infra error</source>
        <translation>%1 Infrastrukturfehler</translation>
    </message>
    <message>
        <source>%1 infra errors</source>
        <translation>%1 Infrastrukturfehler</translation>
    </message>
    <message>
        <source>%1 evaluated before</source>
        <translation>%1 schon früher ausgewertet</translation>
    </message>
    <message>
        <source>finished results are stored; the run can be resumed</source>
        <translation>fertige Ergebnisse sind gespeichert; der Lauf kann fortgesetzt werden</translation>
    </message>
    <message>
        <source>running items are finished first</source>
        <translation>laufende Einträge werden noch beendet</translation>
    </message>
    <message>
        <source>%1 per minute</source>
        <translation>%1 je Minute</translation>
    </message>
    <message>
        <source>%1 run waits</source>
        <translation>%1 Lauf wartet</translation>
    </message>
    <message>
        <source>%1 runs wait</source>
        <translation>%1 Läufe warten</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>Fortschritt des Laufs</translation>
    </message>
    <message>
        <source>Pace and time left</source>
        <translation>Tempo und Restzeit</translation>
    </message>
    <message>
        <source>Run that is shown</source>
        <translation>Gezeigter Lauf</translation>
    </message>
    <message>
        <source>Bottleneck of the run</source>
        <translation>Engpass des Laufs</translation>
    </message>
    <message>
        <source>Items of the run</source>
        <translation>Einträge des Laufs</translation>
    </message>
    <message>
        <source>No item is in this state</source>
        <translation>Kein Eintrag ist in diesem Zustand</translation>
    </message>
    <message>
        <source>Activity of each device</source>
        <translation>Aktivität jedes Geräts</translation>
    </message>
    <message>
        <source>Steps of the current item</source>
        <translation>Schritte des aktuellen Eintrags</translation>
    </message>
    <message>
        <source>Choose an item to see its steps.</source>
        <translation>Wählen Sie einen Eintrag, um seine Schritte zu sehen.</translation>
    </message>
    <message>
        <source>Log of the run</source>
        <translation>Log des Laufs</translation>
    </message>
    <message>
        <source>The log is empty.</source>
        <translation>Das Log ist leer.</translation>
    </message>
    <message>
        <source>Waits for another job</source>
        <translation>Wartet auf einen anderen Vorgang</translation>
    </message>
</context>
<context>
    <name>loupe::ui::RefusalView</name>
    <message>
        <source>= same</source>
        <translation>= gleich</translation>
    </message>
    <message>
        <source>≠ differs</source>
        <translation>≠ verschieden</translation>
    </message>
    <message>
        <source>what you compare</source>
        <translation>was Sie vergleichen</translation>
    </message>
    <message>
        <source>Why these cannot be compared</source>
        <translation>Warum diese nicht verglichen werden können</translation>
    </message>
    <message>
        <source>What you can do</source>
        <translation>Was Sie tun können</translation>
    </message>
    <message>
        <source>the %1 differs, %2 against %3</source>
        <translation>verschieden: %1, %2 gegen %3</translation>
    </message>
    <message>
        <source>These speeds can’t be compared: %1.</source>
        <translation>Diese Geschwindigkeiten lassen sich nicht vergleichen: %1.</translation>
    </message>
    <message>
        <source>Choose the same on both sides, or one of the options below.</source>
        <translation>Wählen Sie auf beiden Seiten dasselbe, oder eine der Möglichkeiten unten.</translation>
    </message>
    <message>
        <source>Compare anyway</source>
        <translation>Trotzdem vergleichen</translation>
    </message>
    <message>
        <source>Compare although the tasks have changed</source>
        <translation>Trotz geänderter Aufgaben vergleichen</translation>
    </message>
    <message>
        <source>Times and verdicts of different tasks cannot be compared.</source>
        <translation>Zeiten und Urteile verschiedener Aufgaben lassen sich nicht vergleichen.</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ResultCommands</name>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Find…</source>
        <translation>&amp;Suchen…</translation>
    </message>
    <message>
        <source>Finds words in the sources of the kernel; in a list, goes to the filter</source>
        <translation>Sucht Wörter in den Quelltexten des Kernels; in einer Liste geht der Befehl zum Filter</translation>
    </message>
    <message>
        <source>no store is open</source>
        <translation>kein Store ist geöffnet</translation>
    </message>
    <message>
        <source>open a kernel on Results, Triage or Trajectories first</source>
        <translation>öffnen Sie zuerst einen Kernel unter Ergebnisse, Triage oder Trajektorien</translation>
    </message>
    <message>
        <source>Find &amp;next</source>
        <translation>&amp;Nächste Stelle</translation>
    </message>
    <message>
        <source>Goes to the next place of the words</source>
        <translation>Geht zur nächsten Stelle mit den Wörtern</translation>
    </message>
    <message>
        <source>Find &amp;previous</source>
        <translation>&amp;Vorige Stelle</translation>
    </message>
    <message>
        <source>Goes to the previous place of the words</source>
        <translation>Geht zur vorigen Stelle mit den Wörtern</translation>
    </message>
    <message>
        <source>Find in all &amp;sources…</source>
        <translation>In allen &amp;Quelltexten suchen…</translation>
    </message>
    <message>
        <source>Finds words in the sources of all attempts in the scope</source>
        <translation>Sucht Wörter in den Quelltexten aller Versuche der Auswahl</translation>
    </message>
    <message>
        <source>&amp;Detail</source>
        <translation>&amp;Einzelheiten</translation>
    </message>
    <message>
        <source>The kernel of the current result next to the list</source>
        <translation>Der Kernel des aktuellen Ergebnisses neben der Liste</translation>
    </message>
    <message>
        <source>go to Results first</source>
        <translation>gehen Sie zuerst zu Ergebnisse</translation>
    </message>
    <message>
        <source>&amp;Counts by value</source>
        <translation>&amp;Anzahl je Wert</translation>
    </message>
    <message>
        <source>How many results have which status, category, method and so on</source>
        <translation>Wie viele Ergebnisse welchen Status, welche Kategorie, Methode und so weiter haben</translation>
    </message>
    <message>
        <source>go to the list of Results first</source>
        <translation>gehen Sie zuerst zur Liste unter Ergebnisse</translation>
    </message>
    <message>
        <source>Show all att&amp;empts</source>
        <translation>Alle &amp;Versuche zeigen</translation>
    </message>
    <message>
        <source>Also lists results outside the scope and other attempts</source>
        <translation>Zeigt auch Ergebnisse außerhalb der Auswahl und andere Versuche</translation>
    </message>
    <message>
        <source>The same sample one round later</source>
        <translation>Dasselbe Sample eine Runde später</translation>
    </message>
    <message>
        <source>The same sample one round earlier</source>
        <translation>Dasselbe Sample eine Runde früher</translation>
    </message>
    <message>
        <source>open a result or trajectory with another round first</source>
        <translation>öffnen Sie zuerst ein Ergebnis oder eine Trajektorie mit einer anderen Runde</translation>
    </message>
    <message>
        <source>&amp;Previous round</source>
        <translation>V&amp;orige Runde</translation>
    </message>
    <message>
        <source>&amp;Next round</source>
        <translation>&amp;Nächste Runde</translation>
    </message>
    <message>
        <source>Next p&amp;roblem</source>
        <translation>Nächstes &amp;Problem</translation>
    </message>
    <message>
        <source>Goes to the next line with a message</source>
        <translation>Geht zur nächsten Zeile mit einer Meldung</translation>
    </message>
    <message>
        <source>open a result or a failure first</source>
        <translation>öffnen Sie zuerst ein Ergebnis oder einen Fehlschlag</translation>
    </message>
    <message>
        <source>Previous pr&amp;oblem</source>
        <translation>Vor&amp;iges Problem</translation>
    </message>
    <message>
        <source>Goes to the previous line with a message</source>
        <translation>Geht zur vorigen Zeile mit einer Meldung</translation>
    </message>
    <message>
        <source>&amp;Scroll both sources together</source>
        <translation>Beide Quelltexte gemeinsam &amp;rollen</translation>
    </message>
    <message>
        <source>The sources of a kernel stay at the same line</source>
        <translation>Die Quelltexte eines Kernels bleiben auf derselben Zeile</translation>
    </message>
    <message>
        <source>Ta&amp;g…</source>
        <translation>Ta&amp;g…</translation>
    </message>
    <message>
        <source>Tags the selected results</source>
        <translation>Versieht die markierten Ergebnisse mit Tags</translation>
    </message>
    <message>
        <source>choose a failure on Triage, or select results on Distributions or Trajectories first</source>
        <translation>wählen Sie zuerst einen Fehlschlag auf Triage, oder markieren Sie Ergebnisse auf Verteilungen oder Trajektorien</translation>
    </message>
    <message>
        <source>Di&amp;fferences</source>
        <translation>&amp;Unterschiede</translation>
    </message>
    <message>
        <source>Next &amp;difference</source>
        <translation>Nächster &amp;Unterschied</translation>
    </message>
    <message>
        <source>Goes to the next difference of the sources</source>
        <translation>Geht zum nächsten Unterschied der Quelltexte</translation>
    </message>
    <message>
        <source>&amp;Previous difference</source>
        <translation>&amp;Voriger Unterschied</translation>
    </message>
    <message>
        <source>Goes to the previous difference of the sources</source>
        <translation>Geht zum vorigen Unterschied der Quelltexte</translation>
    </message>
    <message>
        <source>Ignore &amp;blanks</source>
        <translation>&amp;Leerzeichen ignorieren</translation>
    </message>
    <message>
        <source>Lines that differ only in blanks are the same</source>
        <translation>Zeilen, die sich nur in Leerzeichen unterscheiden, sind gleich</translation>
    </message>
    <message>
        <source>Ignore &amp;comments</source>
        <translation>&amp;Kommentare ignorieren</translation>
    </message>
    <message>
        <source>Lines that differ only in comments are the same</source>
        <translation>Zeilen, die sich nur in Kommentaren unterscheiden, sind gleich</translation>
    </message>
    <message>
        <source>S&amp;how the suite&apos;s tests</source>
        <translation>&amp;Tests der Suite zeigen</translation>
    </message>
    <message>
        <source>Some suites keep tests below the code; they are folded away</source>
        <translation>Manche Suiten haben Tests unter dem Code; sie sind eingeklappt</translation>
    </message>
    <message>
        <source>&amp;Mark differences</source>
        <translation>Unterschiede &amp;markieren</translation>
    </message>
    <message>
        <source>Aligns the sources; chosen for you where over 40 % of the lines are shared</source>
        <translation>Richtet die Quelltexte aneinander aus; von selbst, wenn über 40 % der Zeilen gemeinsam sind</translation>
    </message>
    <message>
        <source>&amp;Triage</source>
        <translation>T&amp;riage</translation>
    </message>
    <message>
        <source>go to Triage first</source>
        <translation>gehen Sie zuerst zu Triage</translation>
    </message>
    <message>
        <source>choose a failure on Triage first</source>
        <translation>wählen Sie zuerst einen Fehlschlag auf Triage</translation>
    </message>
    <message>
        <source>&amp;Explained</source>
        <translation>&amp;Erklärt</translation>
    </message>
    <message>
        <source>&amp;Suspicious</source>
        <translation>&amp;Verdächtig</translation>
    </message>
    <message>
        <source>&amp;Accepted</source>
        <translation>&amp;Akzeptiert</translation>
    </message>
    <message>
        <source>&amp;Looking</source>
        <translation>&amp;In Arbeit</translation>
    </message>
    <message>
        <source>Reset to &amp;new</source>
        <translation>Auf &amp;neu zurücksetzen</translation>
    </message>
    <message>
        <source>Marks the selected failures</source>
        <translation>Vermerkt dies für die markierten Fehlschläge</translation>
    </message>
    <message>
        <source>Whole cause: %1</source>
        <translation>Ganze Ursache: %1</translation>
    </message>
    <message>
        <source>Marks every failure of the cause; Ctrl+Z takes it back</source>
        <translation>Vermerkt dies für jeden Fehlschlag der Ursache; Strg+Z nimmt es zurück</translation>
    </message>
    <message>
        <source>&amp;Whole cause</source>
        <translation>Gan&amp;ze Ursache</translation>
    </message>
    <message>
        <source>Next new &amp;failure</source>
        <translation>Nächster neuer &amp;Fehlschlag</translation>
    </message>
    <message>
        <source>Goes to the next failure that is not reviewed yet</source>
        <translation>Geht zum nächsten Fehlschlag, der noch ungeprüft ist</translation>
    </message>
    <message>
        <source>N&amp;ote…</source>
        <translation>N&amp;otiz…</translation>
    </message>
    <message>
        <source>Writes a note about the failure</source>
        <translation>Schreibt eine Notiz zu dem Fehlschlag</translation>
    </message>
    <message>
        <source>Run aga&amp;in</source>
        <translation>Erneut aus&amp;werten</translation>
    </message>
    <message>
        <source>Evaluates the selected failures again, as a new run; the old one stays</source>
        <translation>Wertet die markierten Fehlschläge erneut aus, als neuen Lauf; der alte bleibt</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>&amp;List next to the kernel</source>
        <translation>&amp;Liste neben dem Kernel</translation>
    </message>
    <message>
        <source>Opens or closes the list; without it the kernel fills the page</source>
        <translation>Öffnet oder schließt die Liste; ohne sie füllt der Kernel die Seite</translation>
    </message>
    <message>
        <source>&amp;Back to the list</source>
        <translation>&amp;Zurück zur Liste</translation>
    </message>
    <message>
        <source>Leaves a kernel that fills the page; so does Esc</source>
        <translation>Verlässt einen Kernel, der die Seite füllt; Esc tut dasselbe</translation>
    </message>
    <message>
        <source>Re&amp;sult</source>
        <translation>&amp;Ergebnis</translation>
    </message>
    <message>
        <source>open a kernel on Results or Triage first</source>
        <translation>öffnen Sie zuerst einen Kernel auf Ergebnisse oder Triage</translation>
    </message>
    <message>
        <source>Profi&amp;le the kernel</source>
        <translation>Profi&amp;l des Kernels</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ResultTable</name>
    <message>
        <source>%1 rows are too many to copy. Select at most %2.</source>
        <translation>%1 Zeilen sind zu viele zum Kopieren. Markieren Sie höchstens %2.</translation>
    </message>
    <message>
        <source>&amp;Open</source>
        <translation>&amp;Öffnen</translation>
    </message>
    <message>
        <source>&amp;Copy cell</source>
        <translation>Zelle &amp;kopieren</translation>
    </message>
    <message>
        <source>Copy &amp;rows</source>
        <translation>Ze&amp;ilen kopieren</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>&amp;Alles auswählen</translation>
    </message>
    <message>
        <source>&amp;Filter by %1: %2</source>
        <translation>Nach %1 &amp;filtern: %2</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ResultTableModel</name>
    <message>
        <source>%1 (demo)</source>
        <translation>%1 (Demo)</translation>
    </message>
    <message>
        <source>%1 over %2</source>
        <translation>%1 gegen %2</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Sample</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Strict</source>
        <translation>Streng</translation>
    </message>
    <message>
        <source>Speedup</source>
        <translation>Speedup</translation>
    </message>
    <message>
        <source>95 % interval</source>
        <translation>95-%-Intervall</translation>
    </message>
    <message>
        <source>Candidate ms</source>
        <translation>Kandidat ms</translation>
    </message>
    <message>
        <source>Baseline ms</source>
        <translation>Baseline ms</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Message</source>
        <translation>Meldung</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Min speedup</source>
        <translation>Kleinster Speedup</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ResultsPage</name>
    <message>
        <source>Show all attempts</source>
        <translation>Alle Versuche zeigen</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
    <message>
        <source>Lists all results that match the filter, also those outside the scope and other attempts. They are dimmed, with a reason.</source>
        <translation>Zeigt alle Ergebnisse, die zum Filter passen, auch die außerhalb der Auswahl und andere Versuche. Diese sind blass, mit Begründung.</translation>
    </message>
    <message>
        <source>Show all (Esc)</source>
        <translation>Alles zeigen (Esc)</translation>
    </message>
    <message>
        <source>Clear the chart selection</source>
        <translation>Markierung im Diagramm aufheben</translation>
    </message>
    <message>
        <source>by %1, %2 · </source>
        <translation>nach %1, %2 · </translation>
    </message>
    <message>
        <source>descending</source>
        <translation>absteigend</translation>
    </message>
    <message>
        <source>ascending</source>
        <translation>aufsteigend</translation>
    </message>
    <message>
        <source>one attempt for each task × method pair · </source>
        <translation>ein Versuch je Paar Aufgabe × Methode · </translation>
    </message>
    <message>
        <source>speedups as recorded, hover over one for its baseline; – where not timed</source>
        <translation>Speedups wie aufgezeichnet, der Mauszeiger zeigt ihre Baseline; – wo keine Zeit gemessen ist</translation>
    </message>
    <message>
        <source>baseline time / candidate time, medians; – where not timed</source>
        <translation>Zeit der Baseline / Zeit des Kandidaten, Mediane; – wo keine Zeit gemessen ist</translation>
    </message>
    <message>
        <source>speedup over %1 = %2</source>
        <translation>Speedup gegen %1 = %2</translation>
    </message>
    <message>
        <source>speedup = %1</source>
        <translation>Speedup = %1</translation>
    </message>
    <message>
        <source>speedup = %1 (over several baselines: hover over a speedup for its own)</source>
        <translation>Speedup = %1 (gegen mehrere Baselines: Der Mauszeiger zeigt die eines Speedups)</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 task × method pair</source>
        <translation>%1 Paar Aufgabe × Methode</translation>
    </message>
    <message>
        <source>%1 task × method pairs</source>
        <translation>%1 Paare Aufgabe × Methode</translation>
    </message>
    <message>
        <source>%1 attempt</source>
        <translation>%1 Versuch</translation>
    </message>
    <message>
        <source>%1 attempts</source>
        <translation>%1 Versuche</translation>
    </message>
    <message>
        <source>%1 result</source>
        <translation>%1 Ergebnis</translation>
    </message>
    <message>
        <source>%1 results</source>
        <translation>%1 Ergebnisse</translation>
    </message>
    <message>
        <source>Open one to see its results.</source>
        <translation>Öffnen Sie einen, um seine Ergebnisse zu sehen.</translation>
    </message>
    <message>
        <source>The results could not be read.</source>
        <translation>Die Ergebnisse konnten nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The scope excludes all results.</source>
        <translation>Die Auswahl schließt alle Ergebnisse aus.</translation>
    </message>
    <message>
        <source>The scope bar shows why each of %1 is excluded.</source>
        <translation>%1 ausgeschlossen; die Auswahlleiste zeigt die Gründe.</translation>
    </message>
    <message>
        <source>No results of the scope match the filter.</source>
        <translation>Keine Ergebnisse der Auswahl passen zum Filter.</translation>
    </message>
    <message>
        <source>No results match the filter.</source>
        <translation>Keine Ergebnisse passen zum Filter.</translation>
    </message>
    <message>
        <source>No result matches %1</source>
        <translation>Kein Ergebnis passt zu %1</translation>
    </message>
    <message>
        <source>This store has no results yet.</source>
        <translation>Dieser Store hat noch keine Ergebnisse.</translation>
    </message>
    <message>
        <source>Results appear here as soon as the first evaluation ends.</source>
        <translation>Ergebnisse erscheinen hier, sobald die erste Auswertung endet.</translation>
    </message>
    <message>
        <source>%1 selected</source>
        <translation>%1 markiert</translation>
    </message>
    <message>
        <source>J/K next row · Enter opens the kernel, Esc returns · Ctrl+B list · [ ] rounds · F8 next problem · Ctrl+L filter</source>
        <translation>J/K nächste Zeile · Eingabe öffnet den Kernel, Esc geht zurück · Strg+B Liste · [ ] Runden · F8 nächstes Problem · Strg+L Filter</translation>
    </message>
    <message>
        <source>%2 of %1 result</source>
        <translation>%2 von %1 Ergebnis</translation>
    </message>
    <message>
        <source>%2 of %1 results</source>
        <translation>%2 von %1 Ergebnissen</translation>
    </message>
</context>
<context>
    <name>loupe::ui::RooflineGroupModel</name>
    <message>
        <source>Drawn</source>
        <translation>Gezeichnet</translation>
    </message>
    <message>
        <source>Results with a time and known operations and bytes</source>
        <translation>Ergebnisse mit Zeit und bekannten Operationen und Bytes</translation>
    </message>
    <message>
        <source>Median</source>
        <translation>Median</translation>
    </message>
    <message>
        <source>Median share of the ceiling, without results above it</source>
        <translation>Median des Anteils an der Grenze, ohne Ergebnisse darüber</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>Bester</translation>
    </message>
    <message>
        <source>Largest share of the ceiling, without results above it</source>
        <translation>Größter Anteil an der Grenze, ohne Ergebnisse darüber</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Speicher</translation>
    </message>
    <message>
        <source>Results limited by memory; operations or an unknown ceiling limit the others</source>
        <translation>Ergebnisse, die der Speicher begrenzt; die anderen begrenzen Operationen oder eine unbekannte Grenze</translation>
    </message>
    <message>
        <source>Above</source>
        <translation>Darüber</translation>
    </message>
    <message>
        <source>Results above %1 of their ceiling</source>
        <translation>Ergebnisse über %1 ihrer Grenze</translation>
    </message>
    <message>
        <source>Over %2 of %1 result</source>
        <translation>Über %2 von %1 Ergebnis</translation>
    </message>
    <message>
        <source>Over %2 of %1 results</source>
        <translation>Über %2 von %1 Ergebnissen</translation>
    </message>
</context>
<context>
    <name>loupe::ui::RooflineNoteModel</name>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Results</source>
        <translation>Ergebnisse</translation>
    </message>
</context>
<context>
    <name>loupe::ui::RooflinePage</name>
    <message>
        <source>Roofline</source>
        <translation>Roofline</translation>
    </message>
    <message>
        <source>References</source>
        <translation>Referenzen</translation>
    </message>
    <message>
        <source>Make figure…</source>
        <translation>Abbildung erstellen…</translation>
    </message>
    <message>
        <source>Share of the ceiling</source>
        <translation>Anteil an der Grenze</translation>
    </message>
    <message>
        <source>Without a dot or a ceiling</source>
        <translation>Ohne Punkt oder Grenze</translation>
    </message>
    <message>
        <source>Category</source>
        <translation>Kategorie</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Level</source>
        <translation>Stufe</translation>
    </message>
    <message>
        <source>Suite</source>
        <translation>Suite</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Colours by</source>
        <translation>Farben nach</translation>
    </message>
    <message>
        <source>Groups of the colours and of the shares</source>
        <translation>Gruppen der Farben und der Anteile</translation>
    </message>
    <message>
        <source>Also draws the times of the references, hollow and grey</source>
        <translation>Zeichnet auch die Zeiten der Referenzen, hohl und grau</translation>
    </message>
    <message>
        <source>Data of the chart</source>
        <translation>Daten des Diagramms</translation>
    </message>
    <message>
        <source>Definition</source>
        <translation>Definition</translation>
    </message>
    <message>
        <source>No result is drawn</source>
        <translation>Kein Ergebnis ist gezeichnet</translation>
    </message>
    <message>
        <source>All results have both</source>
        <translation>Alle Ergebnisse haben beides</translation>
    </message>
    <message>
        <source>%1 of %2 drawn</source>
        <translation>%1 von %2 gezeichnet</translation>
    </message>
    <message>
        <source>1 task × method pair</source>
        <translation>1 Paar Aufgabe × Methode</translation>
    </message>
    <message>
        <source>%1 task × method pairs</source>
        <translation>%1 Paaren Aufgabe × Methode</translation>
    </message>
    <message>
        <source>No result has a place below a roofline.</source>
        <translation>Kein Ergebnis hat einen Platz unter einer Roofline.</translation>
    </message>
    <message>
        <source>%1. It takes correct, timed results of tasks whose operations and bytes are known: calibrate the device, then run such tasks on it.</source>
        <translation>%1. Nötig sind richtige Ergebnisse mit Zeit, deren Aufgaben bekannte Operationen und Bytes haben: Kalibrieren Sie das Gerät, und führen Sie dann solche Aufgaben darauf aus.</translation>
    </message>
    <message>
        <source>No results match the filter.</source>
        <translation>Keine Ergebnisse passen zum Filter.</translation>
    </message>
    <message>
        <source>No result matches %1</source>
        <translation>Kein Ergebnis passt zu %1</translation>
    </message>
    <message>
        <source>This store has no results yet.</source>
        <translation>Dieser Store hat noch keine Ergebnisse.</translation>
    </message>
    <message>
        <source>Kernels appear as soon as the first evaluation ends.</source>
        <translation>Kernel erscheinen, sobald die erste Auswertung endet.</translation>
    </message>
    <message>
        <source>The results could not be read.</source>
        <translation>Die Ergebnisse konnten nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Open one to see how close its kernels come to what the device can do.</source>
        <translation>Öffnen Sie einen, um zu sehen, wie nah seine Kernel an die Möglichkeiten des Geräts kommen.</translation>
    </message>
    <message>
        <source>Enter or double click = filter, in Results · Esc = clear</source>
        <translation>Eingabe oder Doppelklick = Filter, unter Ergebnisse · Esc = aufheben</translation>
    </message>
    <message>
        <source>click, drag, or arrow keys and Space, to select kernels · double click = open · Shift+T = table</source>
        <translation>Klicken, Ziehen oder Pfeiltasten und Leertaste markieren Kernel · Doppelklick = öffnen · Umschalt+T = Tabelle</translation>
    </message>
</context>
<context>
    <name>loupe::ui::RoundFields</name>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>Samples of each task</source>
        <translation>Samples je Aufgabe</translation>
    </message>
    <message>
        <source>Rounds of each sample</source>
        <translation>Runden je Sample</translation>
    </message>
    <message>
        <source>Programs of a task that are continued</source>
        <translation>Programme einer Aufgabe, die fortgesetzt werden</translation>
    </message>
    <message>
        <source>Children of each in a round</source>
        <translation>Nachfolger von jedem in einer Runde</translation>
    </message>
    <message>
        <source>Islands</source>
        <translation>Inseln</translation>
    </message>
    <message>
        <source>&amp;Build errors, first cause first</source>
        <translation>&amp;Buildfehler, erste Ursache zuerst</translation>
    </message>
    <message>
        <source>Run-t&amp;ime error</source>
        <translation>Lau&amp;fzeitfehler</translation>
    </message>
    <message>
        <source>&amp;Where values differ, how much</source>
        <translation>&amp;Wo Werte abweichen, und wie weit</translation>
    </message>
    <message>
        <source>Ti&amp;me vs reference</source>
        <translation>Zeit gegen Referen&amp;z</translation>
    </message>
    <message>
        <source>Distance &amp;to the roofline</source>
        <translation>Abstand zur Roof&amp;line</translation>
    </message>
    <message>
        <source>Kernels t&amp;hat ran on the device</source>
        <translation>Kernel, die auf dem Ger&amp;ät liefen</translation>
    </message>
    <message>
        <source>Requests at most</source>
        <translation>Anfragen höchstens</translation>
    </message>
    <message>
        <source>Tokens of answers at most</source>
        <translation>Token der Antworten höchstens</translation>
    </message>
    <message>
        <source>Dollars at most</source>
        <translation>Dollar höchstens</translation>
    </message>
    <message>
        <source>&amp;Prompts</source>
        <translation>&amp;Prompts</translation>
    </message>
    <message>
        <source>Strateg&amp;y</source>
        <translation>Strate&amp;gie</translation>
    </message>
    <message>
        <source>&amp;Samples</source>
        <translation>&amp;Samples</translation>
    </message>
    <message>
        <source>&amp;Children</source>
        <translation>&amp;Nachfolger</translation>
    </message>
    <message>
        <source>Continue from pro&amp;gram</source>
        <translation>Fortsetzen v&amp;on Programm</translation>
    </message>
    <message>
        <source>&amp;Feedback</source>
        <translation>F&amp;eedback</translation>
    </message>
    <message>
        <source>Hist&amp;ory</source>
        <translation>&amp;Verlauf</translation>
    </message>
    <message>
        <source>B&amp;udget</source>
        <translation>B&amp;udget</translation>
    </message>
    <message>
        <source>Seeds, inputs and values are never sent to the model. Requests stop before a limit.</source>
        <translation>Seeds, Eingaben und Werte werden nie an das Modell gesendet. Anfragen enden vor einer Grenze.</translation>
    </message>
    <message>
        <source>Default prompts</source>
        <translation>Standard-Prompts</translation>
    </message>
    <message>
        <source>The suite&apos;s own, as published</source>
        <translation>Die der Suite, wie veröffentlicht</translation>
    </message>
    <message>
        <source>The prompts of the suite&apos;s own scripts, from its checkout. An answer without a program is not requested again.</source>
        <translation>Die Prompts aus den Skripten der Suite, aus ihrem Checkout. Eine Antwort ohne Programm wird nicht noch einmal angefragt.</translation>
    </message>
    <message>
        <source>Independent samples</source>
        <translation>Unabhängige Samples</translation>
    </message>
    <message>
        <source>Refine each sample</source>
        <translation>Jedes Sample verbessern</translation>
    </message>
    <message>
        <source>Best samples, then refine</source>
        <translation>Beste Samples, dann verbessern</translation>
    </message>
    <message>
        <source>Beam over all samples</source>
        <translation>Beam über alle Samples</translation>
    </message>
    <message>
        <source>Evolve on islands</source>
        <translation>Evolution auf Inseln</translation>
    </message>
    <message>
        <source>A beam continues from the best programs of a task so far. Evolution draws one or two parents; better programs are more likely.</source>
        <translation>Ein Beam macht mit den bisher besten Programmen einer Aufgabe weiter. Evolution zieht ein oder zwei Eltern; bessere Programme sind wahrscheinlicher.</translation>
    </message>
    <message>
        <source>the last program</source>
        <translation>dem letzten Programm</translation>
    </message>
    <message>
        <source>the best program</source>
        <translation>dem besten Programm</translation>
    </message>
    <message>
        <source>nothing</source>
        <translation>nichts</translation>
    </message>
    <message>
        <source>results and the best program</source>
        <translation>Ergebnisse und das beste Programm</translation>
    </message>
    <message>
        <source>results and all programs</source>
        <translation>Ergebnisse und alle Programme</translation>
    </message>
    <message>
        <source>× &amp;rounds</source>
        <translation>× &amp;Runden</translation>
    </message>
    <message>
        <source>best</source>
        <translation>beste</translation>
    </message>
    <message>
        <source>on is&amp;lands</source>
        <translation>auf &amp;Inseln</translation>
    </message>
    <message>
        <source>requests</source>
        <translation>Anfragen</translation>
    </message>
    <message>
        <source>tokens of answers</source>
        <translation>Token der Antworten</translation>
    </message>
    <message>
        <source>dollars, by the profile&apos;s prices</source>
        <translation>Dollar, nach den Preisen des Profils</translation>
    </message>
    <message>
        <source>A budget limit is not a number. Enter for example 1000 or 2.50, or leave it empty.</source>
        <translation>Eine Grenze des Budgets ist keine Zahl. Geben Sie zum Beispiel 1000 oder 2.50 ein, oder lassen Sie sie leer.</translation>
    </message>
</context>
<context>
    <name>loupe::ui::RoundStrip</name>
    <message>
        <source>Previous round ([)</source>
        <translation>Vorige Runde ([)</translation>
    </message>
    <message>
        <source>Next round (])</source>
        <translation>Nächste Runde (])</translation>
    </message>
    <message>
        <source>Rounds of this trajectory</source>
        <translation>Runden dieser Trajektorie</translation>
    </message>
    <message>
        <source>first correct</source>
        <translation>erste richtige</translation>
    </message>
    <message>
        <source>best</source>
        <translation>beste</translation>
    </message>
    <message>
        <source>Round %1: %2</source>
        <translation>Runde %1: %2</translation>
    </message>
</context>
<context>
    <name>loupe::ui::RunCommands</name>
    <message>
        <source>&amp;Run</source>
        <translation>&amp;Lauf</translation>
    </message>
    <message>
        <source>&amp;New run…</source>
        <translation>&amp;Neuer Lauf…</translation>
    </message>
    <message>
        <source>Evaluates candidates against the native suite</source>
        <translation>Wertet Kandidaten gegen die native Suite aus</translation>
    </message>
    <message>
        <source>not available in this build</source>
        <translation>in dieser Version des Programms nicht enthalten</translation>
    </message>
    <message>
        <source>Evaluate the &amp;demo</source>
        <translation>&amp;Demo auswerten</translation>
    </message>
    <message>
        <source>Evaluates our own demonstration kernels into a new store</source>
        <translation>Wertet unsere Demo-Kernel in einen neuen Store aus</translation>
    </message>
    <message>
        <source>the native suite is not installed</source>
        <translation>die native Suite ist nicht installiert</translation>
    </message>
    <message>
        <source>&amp;Stop run</source>
        <translation>Lauf &amp;stoppen</translation>
    </message>
    <message>
        <source>Stops within a second; finished results are stored</source>
        <translation>Stoppt innerhalb einer Sekunde; fertige Ergebnisse sind gespeichert</translation>
    </message>
    <message>
        <source>nothing is running</source>
        <translation>nichts läuft</translation>
    </message>
    <message>
        <source>&amp;Baseline run</source>
        <translation>&amp;Baseline-Lauf</translation>
    </message>
    <message>
        <source>Makes it the run that others are compared with, or removes that mark</source>
        <translation>Macht ihn zum Lauf, mit dem andere verglichen werden, oder hebt das auf</translation>
    </message>
    <message>
        <source>choose a run on the Runs page first</source>
        <translation>wählen Sie zuerst einen Lauf auf der Seite Läufe</translation>
    </message>
    <message>
        <source>&amp;Pin</source>
        <translation>An&amp;heften</translation>
    </message>
    <message>
        <source>Pins the run to the top of the list, or unpins it</source>
        <translation>Heftet den Lauf oben an die Liste, oder löst ihn</translation>
    </message>
    <message>
        <source>Ask again with a &amp;hint…</source>
        <translation>&amp;Mit Hinweis erneut fragen…</translation>
    </message>
    <message>
        <source>Sends the model a hint about the selected result</source>
        <translation>Schickt dem Modell einen Hinweis zum markierten Ergebnis</translation>
    </message>
    <message>
        <source>select a result first</source>
        <translation>markieren Sie zuerst ein Ergebnis</translation>
    </message>
    <message>
        <source>A&amp;udit the records</source>
        <translation>Datensätze a&amp;uditieren</translation>
    </message>
    <message>
        <source>Checks all records and the imported sources; flags nothing by itself</source>
        <translation>Prüft alle Datensätze und die importierten Quelltexte; markiert selbst nichts als verdächtig</translation>
    </message>
    <message>
        <source>no store is open</source>
        <translation>kein Store ist geöffnet</translation>
    </message>
    <message>
        <source>P&amp;ause</source>
        <translation>&amp;Pause</translation>
    </message>
    <message>
        <source>Starts no further items until the run is resumed</source>
        <translation>Startet keine weiteren Einträge, bis der Lauf fortgesetzt wird</translation>
    </message>
    <message>
        <source>the run on the page Queue has ended</source>
        <translation>der Lauf auf der Seite Warteschlange ist beendet</translation>
    </message>
    <message>
        <source>R&amp;esume the unfinished run</source>
        <translation>Unfertigen Lauf &amp;fortsetzen</translation>
    </message>
    <message>
        <source>Evaluates the remaining items of the store&apos;s last run</source>
        <translation>Wertet die übrigen Einträge des letzten Laufs im Store aus</translation>
    </message>
    <message>
        <source>the open store has no unfinished run, or one is running</source>
        <translation>der offene Store hat keinen unfertigen Lauf, oder einer läuft gerade</translation>
    </message>
    <message>
        <source>Show re&amp;quests</source>
        <translation>Anfra&amp;gen zeigen</translation>
    </message>
    <message>
        <source>Shows the requests and answers of the run on the page Queue</source>
        <translation>Zeigt Anfragen und Antworten des Laufs auf der Seite Warteschlange</translation>
    </message>
    <message>
        <source>no model and no agent writes the kernels of the run on the page Queue</source>
        <translation>weder Modell noch Agent schreibt die Kernel des Laufs auf der Seite Warteschlange</translation>
    </message>
    <message>
        <source>Retry &amp;infra errors</source>
        <translation>&amp;Infrastrukturfehler wiederholen</translation>
    </message>
    <message>
        <source>Evaluates the items with infra errors again</source>
        <translation>Wertet die Einträge mit Infrastrukturfehlern erneut aus</translation>
    </message>
    <message>
        <source>no run on the page Queue has ended with infra errors</source>
        <translation>kein Lauf auf der Seite Warteschlange endete mit Infrastrukturfehlern</translation>
    </message>
    <message>
        <source>Re-run &amp;failures</source>
        <translation>Fehlschläge &amp;erneut auswerten</translation>
    </message>
    <message>
        <source>Evaluates the run&apos;s failures again, as a new run in its store</source>
        <translation>Wertet die Fehlschläge des Laufs erneut aus, als neuen Lauf in seinem Store</translation>
    </message>
    <message>
        <source>no run on the page Queue has ended with failures</source>
        <translation>kein Lauf auf der Seite Warteschlange endete mit Fehlschlägen</translation>
    </message>
    <message>
        <source>no waiting item is selected on the page Queue</source>
        <translation>kein wartender Eintrag ist auf der Seite Warteschlange markiert</translation>
    </message>
    <message>
        <source>&amp;Run next</source>
        <translation>Als nä&amp;chstes ausführen</translation>
    </message>
    <message>
        <source>Evaluates the selected items next</source>
        <translation>Wertet die markierten Einträge als nächste aus</translation>
    </message>
    <message>
        <source>Move to the bac&amp;k</source>
        <translation>Ans Ende s&amp;tellen</translation>
    </message>
    <message>
        <source>Evaluates the selected items last</source>
        <translation>Wertet die markierten Einträge als letzte aus</translation>
    </message>
    <message>
        <source>Stop i&amp;tems</source>
        <translation>Einträge st&amp;oppen</translation>
    </message>
    <message>
        <source>Stops the selected items within a second; nothing of them is stored</source>
        <translation>Stoppt die markierten Einträge innerhalb einer Sekunde; von ihnen wird nichts gespeichert</translation>
    </message>
    <message>
        <source>no waiting or running item is selected on the page Queue</source>
        <translation>kein wartender oder laufender Eintrag ist auf der Seite Warteschlange markiert</translation>
    </message>
</context>
<context>
    <name>loupe::ui::RunComparisonView</name>
    <message>
        <source>Figure</source>
        <translation>Kennzahl</translation>
    </message>
    <message>
        <source>Baseline run</source>
        <translation>Baseline-Lauf</translation>
    </message>
    <message>
        <source>Compared run</source>
        <translation>Verglichener Lauf</translation>
    </message>
    <message>
        <source>Change (interval)</source>
        <translation>Änderung (Intervall)</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Show these %1 in Results</source>
        <translation>Diese %1 unter Ergebnisse zeigen</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>%1 selected: %2, &quot;%3&quot; against &quot;%4&quot;</source>
        <translation>%1 markiert: %2, „%3“ gegen „%4“</translation>
    </message>
    <message>
        <source>%1 attempt</source>
        <translation>%1 Versuch</translation>
    </message>
    <message>
        <source>%1 attempts</source>
        <translation>%1 Versuche</translation>
    </message>
    <message>
        <source>J/K next run, Shift+↓ several · Enter goes to the tasks, on a task shows its results</source>
        <translation>J/K nächster Lauf, Umschalt+↓ mehrere · Eingabe geht zu den Aufgaben, auf einer Aufgabe zeigt sie deren Ergebnisse</translation>
    </message>
    <message>
        <source>Only differences</source>
        <translation>Nur Unterschiede</translation>
    </message>
    <message>
        <source>Compare anyway</source>
        <translation>Trotzdem vergleichen</translation>
    </message>
    <message>
        <source>Tasks and configuration</source>
        <translation>Aufgaben und Konfiguration</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Configuration</source>
        <translation>Konfiguration</translation>
    </message>
    <message>
        <source>Compared runs</source>
        <translation>Verglichene Läufe</translation>
    </message>
    <message>
        <source>Figures of both runs</source>
        <translation>Zahlen beider Läufe</translation>
    </message>
    <message>
        <source>How attempts ended in both runs</source>
        <translation>Wie Versuche in beiden Läufen endeten</translation>
    </message>
    <message>
        <source>Which attempts are shown</source>
        <translation>Welche Versuche gezeigt werden</translation>
    </message>
    <message>
        <source>Attempts in both runs</source>
        <translation>Versuche in beiden Läufen</translation>
    </message>
    <message>
        <source>No attempt changed in this way</source>
        <translation>Kein Versuch hat sich so geändert</translation>
    </message>
    <message>
        <source>Settings of the runs</source>
        <translation>Einstellungen der Läufe</translation>
    </message>
    <message>
        <source>No setting differs</source>
        <translation>Keine Einstellung unterscheidet sich</translation>
    </message>
    <message>
        <source>Why the runs are not compared</source>
        <translation>Warum die Läufe nicht verglichen werden</translation>
    </message>
    <message>
        <source>%1 vs %2: %3, %4, speed %5</source>
        <translation>%1 gegen %2: %3, %4, Tempo %5</translation>
    </message>
    <message>
        <source>%1 vs %2</source>
        <translation>%1 gegen %2</translation>
    </message>
    <message>
        <source> Regression: %1.</source>
        <translation> Rückschritt: %1.</translation>
    </message>
    <message>
        <source> Worse: %1.</source>
        <translation> Schlechter: %1.</translation>
    </message>
    <message>
        <source>%1 runs can be compared</source>
        <translation>%1 Läufe können verglichen werden</translation>
    </message>
    <message>
        <source>These runs cannot be compared.</source>
        <translation>Diese Läufe können nicht verglichen werden.</translation>
    </message>
    <message>
        <source>No run is selected.</source>
        <translation>Kein Lauf ist markiert.</translation>
    </message>
    <message>
        <source>Choose one on the left.</source>
        <translation>Wählen Sie links einen.</translation>
    </message>
    <message>
        <source>No attempt is shown.</source>
        <translation>Kein Versuch wird gezeigt.</translation>
    </message>
    <message>
        <source>Choose comparable runs above.</source>
        <translation>Wählen Sie oben vergleichbare Läufe.</translation>
    </message>
    <message>
        <source>Open one to compare its runs.</source>
        <translation>Öffnen Sie einen, um seine Läufe zu vergleichen.</translation>
    </message>
    <message>
        <source>The runs could not be compared.</source>
        <translation>Die Läufe konnten nicht verglichen werden.</translation>
    </message>
    <message>
        <source>This store has no run with results yet.</source>
        <translation>Dieser Store hat noch keinen Lauf mit Ergebnissen.</translation>
    </message>
    <message>
        <source>This store has only one run with results.</source>
        <translation>Dieser Store hat nur einen Lauf mit Ergebnissen.</translation>
    </message>
    <message>
        <source>A comparison needs two: evaluate other kernels into this store, or import results.</source>
        <translation>Ein Vergleich braucht zwei: Werten Sie andere Kernel in diesen Store aus, oder importieren Sie Ergebnisse.</translation>
    </message>
    <message>
        <source> Flagged by the audit and not counted as correct: %1 of %2.</source>
        <translation> Vom Audit verdächtig markiert und nicht als richtig gezählt: %1; insgesamt %2.</translation>
    </message>
    <message>
        <source>%1 result</source>
        <translation>%1 Ergebnis</translation>
    </message>
    <message>
        <source>%1 results</source>
        <translation>%1 Ergebnisse</translation>
    </message>
    <message>
        <source>%1 run can be compared</source>
        <translation>%1 Lauf kann verglichen werden</translation>
    </message>
</context>
<context>
    <name>loupe::ui::RunForm</name>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Resume the run of this name</source>
        <translation>Den Lauf dieses Namens fortsetzen</translation>
    </message>
    <message>
        <source>Measure speed of correct kernels</source>
        <translation>Tempo richtiger Kernel messen</translation>
    </message>
    <message>
        <source>all, or for example category:Fusion softmax</source>
        <translation>alle, oder zum Beispiel category:Fusion softmax</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>this machine, or ssh:HOST, or slurm:TEMPLATE.json</source>
        <translation>dieser Rechner, oder ssh:HOST, oder slurm:TEMPLATE.json</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automatisch</translation>
    </message>
    <message>
        <source>Pr&amp;eset</source>
        <translation>Vor&amp;einstellung</translation>
    </message>
    <message>
        <source>&amp;Suite</source>
        <translation>&amp;Suite</translation>
    </message>
    <message>
        <source>suite&apos;s folder</source>
        <translation>Ordner der Suite</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>&amp;Candidates</source>
        <translation>&amp;Kandidaten</translation>
    </message>
    <message>
        <source>&amp;Method name</source>
        <translation>&amp;Methodenname</translation>
    </message>
    <message>
        <source>&amp;Tasks</source>
        <translation>&amp;Aufgaben</translation>
    </message>
    <message>
        <source>St&amp;ore</source>
        <translation>St&amp;ore</translation>
    </message>
    <message>
        <source>store</source>
        <translation>Store</translation>
    </message>
    <message>
        <source>Choose a store</source>
        <translation>Store wählen</translation>
    </message>
    <message>
        <source>Stores (*.kloupe)</source>
        <translation>Stores (*.kloupe)</translation>
    </message>
    <message>
        <source>&amp;Run name</source>
        <translation>Name des La&amp;ufs</translation>
    </message>
    <message>
        <source>Run o&amp;n</source>
        <translation>Ausfüh&amp;ren auf</translation>
    </message>
    <message>
        <source>&amp;Parallel jobs</source>
        <translation>&amp;Parallele Vorgänge</translation>
    </message>
    <message>
        <source>&amp;Add folder…</source>
        <translation>Ordner &amp;hinzufügen…</translation>
    </message>
    <message>
        <source>Add a folder of candidates</source>
        <translation>Ordner mit Kandidaten hinzufügen</translation>
    </message>
    <message>
        <source>Remove the selected folders of candidates</source>
        <translation>Die markierten Ordner mit Kandidaten entfernen</translation>
    </message>
    <message>
        <source>name of the folder</source>
        <translation>Name des Ordners</translation>
    </message>
    <message>
        <source>name of each folder (editable for one folder)</source>
        <translation>Name jedes Ordners (änderbar bei einem Ordner)</translation>
    </message>
    <message>
        <source>a folder of tasks, a checkout, or a suite&apos;s name</source>
        <translation>ein Ordner mit Aufgaben, ein Checkout oder der Name einer Suite</translation>
    </message>
    <message>
        <source>the folder of a checkout of %1</source>
        <translation>der Ordner eines Checkouts von %1</translation>
    </message>
    <message>
        <source>Choose the suite.</source>
        <translation>Wählen Sie die Suite.</translation>
    </message>
    <message>
        <source>Choose a checkout of %1.</source>
        <translation>Wählen Sie einen Checkout von %1.</translation>
    </message>
    <message>
        <source>Add candidates to see the plan.</source>
        <translation>Fügen Sie Kandidaten hinzu, um den Plan zu sehen.</translation>
    </message>
    <message>
        <source>Choose a store for the results.</source>
        <translation>Wählen Sie einen Store für die Ergebnisse.</translation>
    </message>
</context>
<context>
    <name>loupe::ui::RunJob</name>
    <message>
        <source>New run</source>
        <translation>Neuer Lauf</translation>
    </message>
    <message>
        <source>stopping…</source>
        <translation>wird gestoppt…</translation>
    </message>
    <message>
        <source>paused at %1 of %2</source>
        <translation>angehalten bei %1 von %2</translation>
    </message>
    <message>
        <source>planning…</source>
        <translation>Planung…</translation>
    </message>
    <message>
        <source>evaluated %1 of %2</source>
        <translation>%1 von %2 ausgewertet</translation>
    </message>
    <message>
        <source>checking %1 task with its controls: %2 of %1</source>
        <translation>%1 Aufgabe wird mit ihren Kontrollen geprüft: %2 von %1</translation>
    </message>
    <message>
        <source>checking %1 tasks with their controls: %2 of %1</source>
        <translation>%1 Aufgaben werden mit ihren Kontrollen geprüft: %2 von %1</translation>
    </message>
    <message>
        <source>%1 left (%2 to %3)</source>
        <translation>noch %1 (%2 bis %3)</translation>
    </message>
    <message>
        <source>waiting for another job</source>
        <translation>wartet auf einen anderen Vorgang</translation>
    </message>
</context>
<context>
    <name>loupe::ui::RunMarking</name>
    <message>
        <source>%1 not saved yet; retrying: %2</source>
        <translation>%1 noch nicht gespeichert; neuer Versuch folgt: %2</translation>
    </message>
    <message>
        <source>%1 mark is</source>
        <translation>%1 Vermerk ist</translation>
    </message>
    <message>
        <source>%1 marks are</source>
        <translation>%1 Vermerke sind</translation>
    </message>
</context>
<context>
    <name>loupe::ui::RunProgressView</name>
    <message>
        <source>State of the run</source>
        <translation>Stand des Laufs</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>Fortschritt des Laufs</translation>
    </message>
    <message>
        <source>Log of the run</source>
        <translation>Log des Laufs</translation>
    </message>
    <message>
        <source>The log is empty.</source>
        <translation>Das Log ist leer.</translation>
    </message>
    <message>
        <source>%1 of %2 evaluated</source>
        <translation>%1 von %2 ausgewertet</translation>
    </message>
    <message>
        <source>The run failed</source>
        <translation>Der Lauf schlug fehl</translation>
    </message>
    <message>
        <source>Stopped: %1</source>
        <translation>Gestoppt: %1</translation>
    </message>
    <message>
        <source>Finished: %1</source>
        <translation>Fertig: %1</translation>
    </message>
    <message>
        <source>%1 so far</source>
        <translation>%1 bisher</translation>
    </message>
    <message>
        <source>finished results are stored; the run can be resumed</source>
        <translation>fertige Ergebnisse sind gespeichert; der Lauf kann fortgesetzt werden</translation>
    </message>
    <message>
        <source>everything is stored in %1</source>
        <translation>alles ist in %1 gespeichert</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>%1 %2 · %3 · round %4</source>
        <translation>%1 %2 · %3 · Runde %4</translation>
    </message>
</context>
<context>
    <name>loupe::ui::RunSummaryView</name>
    <message>
        <source>Headline numbers</source>
        <translation>Kennzahlen</translation>
    </message>
    <message>
        <source>Caveats</source>
        <translation>Vorbehalte</translation>
    </message>
    <message>
        <source>What moved</source>
        <translation>Was sich bewegt hat</translation>
    </message>
    <message>
        <source>Only differences</source>
        <translation>Nur Unterschiede</translation>
    </message>
    <message>
        <source>1 selected: changed against the baseline run &quot;%1&quot;</source>
        <translation>1 markiert: geändert gegen den Baseline-Lauf „%1“</translation>
    </message>
    <message>
        <source>Results by outcome</source>
        <translation>Ergebnisse nach Ausgang</translation>
    </message>
    <message>
        <source>This run has no results</source>
        <translation>Dieser Lauf hat keine Ergebnisse</translation>
    </message>
    <message>
        <source>Largest changes against the baseline run</source>
        <translation>Größte Änderungen gegen den Baseline-Lauf</translation>
    </message>
    <message>
        <source>Changes against the baseline run</source>
        <translation>Änderungen gegen den Baseline-Lauf</translation>
    </message>
    <message>
        <source>Environment and settings</source>
        <translation>Umgebung und Einstellungen</translation>
    </message>
    <message>
        <source>Only settings that differ from the baseline run&apos;s</source>
        <translation>Nur Einstellungen, die vom Baseline-Lauf abweichen</translation>
    </message>
    <message>
        <source>Environment</source>
        <translation>Umgebung</translation>
    </message>
    <message>
        <source>No baseline run is chosen. Press B to mark the selected run as the baseline run; every other run is then compared with it here.</source>
        <translation>Kein Baseline-Lauf ist gewählt. B macht den markierten Lauf zum Baseline-Lauf; jeder andere wird dann hier mit ihm verglichen.</translation>
    </message>
    <message>
        <source>This run is the baseline run.</source>
        <translation>Dies ist der Baseline-Lauf.</translation>
    </message>
    <message>
        <source>Comparing with &quot;%1&quot;…</source>
        <translation>Vergleich mit „%1“…</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>Evaluations</source>
        <translation>Auswertungen</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Anteil</translation>
    </message>
    <message>
        <source>%1 of %2 are flagged by the audit and not counted as correct.</source>
        <translation>%1 von %2 hat das Audit verdächtig markiert; sie zählen nicht als richtig.</translation>
    </message>
    <message>
        <source>None: everything that the tables need is recorded.</source>
        <translation>Keine: Alles, was die Tabellen brauchen, ist aufgezeichnet.</translation>
    </message>
    <message>
        <source>Setting</source>
        <translation>Einstellung</translation>
    </message>
    <message>
        <source>This run</source>
        <translation>Dieser Lauf</translation>
    </message>
    <message>
        <source>Baseline run</source>
        <translation>Baseline-Lauf</translation>
    </message>
</context>
<context>
    <name>loupe::ui::RunTableModel</name>
    <message>
        <source>%1, demo data</source>
        <translation>%1, Demodaten</translation>
    </message>
    <message>
        <source>Mark</source>
        <translation>Vermerk</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Suite</source>
        <translation>Suite</translation>
    </message>
    <message>
        <source>Origin</source>
        <translation>Herkunft</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Status</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Unknown</source>
        <translation>Unbekannt</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Sandbox</source>
        <translation>Sandbox</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Gestartet</translation>
    </message>
    <message>
        <source>pinned</source>
        <translation>angeheftet</translation>
    </message>
    <message>
        <source>★ baseline run, pinned</source>
        <translation>★ Baseline-Lauf, angeheftet</translation>
    </message>
    <message>
        <source>★ baseline run</source>
        <translation>★ Baseline-Lauf</translation>
    </message>
    <message>
        <source>Correct</source>
        <translation>Richtig</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
</context>
<context>
    <name>loupe::ui::RunsPage</name>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>%1 run</source>
        <translation>%1 Lauf</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 Läufe</translation>
    </message>
    <message>
        <source>%1 evaluations · unknown, skipped and infra errors are never counted as failures</source>
        <translation>%1 Auswertungen · unbekannte, übersprungene und Infrastrukturfehler zählen nie als Fehlschläge</translation>
    </message>
    <message>
        <source>A store holds runs and their results.</source>
        <translation>Ein Store enthält Läufe und ihre Ergebnisse.</translation>
    </message>
    <message>
        <source>This store has no runs yet.</source>
        <translation>Dieser Store hat noch keine Läufe.</translation>
    </message>
    <message>
        <source>Evaluate kernels, or import a corpus, to fill it.</source>
        <translation>Werten Sie Kernel aus, oder importieren Sie einen Korpus, um ihn zu füllen.</translation>
    </message>
    <message>
        <source>J/K next run · Enter shows its results · B baseline · P pin · Ctrl+Z takes a mark back</source>
        <translation>J/K nächster Lauf · Eingabe zeigt seine Ergebnisse · B Baseline · P anheften · Strg+Z nimmt einen Vermerk zurück</translation>
    </message>
    <message>
        <source>%1 evaluation · unknown, skipped and infra errors are never counted as failures</source>
        <translation>%1 Auswertung · unbekannte, übersprungene und Infrastrukturfehler zählen nie als Fehlschläge</translation>
    </message>
</context>
<context>
    <name>loupe::ui::SampleRoundModel</name>
    <message>
        <source>queued</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>asking…</source>
        <translation>fragt an…</translation>
    </message>
    <message>
        <source>answering…</source>
        <translation>antwortet…</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>wartet</translation>
    </message>
    <message>
        <source>answered</source>
        <translation>beantwortet</translation>
    </message>
    <message>
        <source>judging…</source>
        <translation>wird beurteilt…</translation>
    </message>
    <message>
        <source>no answer</source>
        <translation>keine Antwort</translation>
    </message>
    <message>
        <source>not requested</source>
        <translation>nicht angefragt</translation>
    </message>
    <message>
        <source>round %1: %2</source>
        <translation>Runde %1: %2</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>Runde %1</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Sample</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ScopeBar</name>
    <message>
        <source>Suite</source>
        <translation>Suite</translation>
    </message>
    <message>
        <source>Protocol</source>
        <translation>Protokoll</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Genauigkeit</translation>
    </message>
    <message>
        <source>Suite version</source>
        <translation>Version der Suite</translation>
    </message>
    <message>
        <source>Clock</source>
        <translation>Uhr</translation>
    </message>
    <message>
        <source>Baseline</source>
        <translation>Baseline</translation>
    </message>
    <message>
        <source>Methods</source>
        <translation>Methoden</translation>
    </message>
    <message>
        <source>Attempt</source>
        <translation>Versuch</translation>
    </message>
    <message>
        <source>Flagged results</source>
        <translation>Verdächtig markierte</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Scope</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>Size of the population</source>
        <translation>Größe der Grundgesamtheit</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>1 of %1 · %2</source>
        <translation>1 von %1 · %2</translation>
    </message>
    <message>
        <source>The results have %1 values here; the most frequent one is shown. Choose another one, or split by them.</source>
        <translation>Die Ergebnisse haben hier %1 Werte; gezeigt wird der häufigste. Wählen Sie einen anderen, oder teilen Sie nach ihnen auf.</translation>
    </message>
    <message>
        <source>All are counted: there are no speedups here, and verdicts do not depend on it.</source>
        <translation>Alle werden gezählt: Es gibt hier keine Speedups, und Urteile hängen nicht davon ab.</translation>
    </message>
    <message>
        <source>%1 method</source>
        <translation>%1 Methode</translation>
    </message>
    <message>
        <source>%1 methods</source>
        <translation>%1 Methoden</translation>
    </message>
    <message>
        <source>Last round</source>
        <translation>Letzte Runde</translation>
    </message>
    <message>
        <source>First round</source>
        <translation>Erste Runde</translation>
    </message>
    <message>
        <source>Best round</source>
        <translation>Beste Runde</translation>
    </message>
    <message>
        <source>Best of all samples</source>
        <translation>Bestes aller Samples</translation>
    </message>
    <message>
        <source>Round %1</source>
        <translation>Runde %1</translation>
    </message>
    <message>
        <source>Counted</source>
        <translation>Gezählt</translation>
    </message>
    <message>
        <source>Flagged results count as correct.</source>
        <translation>Verdächtig markierte Ergebnisse zählen als richtig.</translation>
    </message>
    <message>
        <source>Not correct · %1</source>
        <translation>Nicht richtig · %1</translation>
    </message>
    <message>
        <source>Correct results with a finding of cheating that is confirmed or not reviewed. They stay in the denominator and do not count as correct.</source>
        <translation>Richtige Ergebnisse mit einem Betrugsbefund, der bestätigt oder ungeprüft ist. Sie bleiben im Nenner und zählen nicht als richtig.</translation>
    </message>
    <message>
        <source>not recorded</source>
        <translation>nicht aufgezeichnet</translation>
    </message>
    <message>
        <source>Automatic (most results)</source>
        <translation>Automatisch (meiste Ergebnisse)</translation>
    </message>
    <message>
        <source>Split</source>
        <translation>Aufteilen</translation>
    </message>
    <message>
        <source>Pool</source>
        <translation>Zusammenlegen</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Count the runs&apos; own verdicts</source>
        <translation>Die eigenen Urteile der Läufe zählen</translation>
    </message>
    <message>
        <source>Count the strict verdicts</source>
        <translation>Die strengen Urteile zählen</translation>
    </message>
    <message>
        <source>All methods</source>
        <translation>Alle Methoden</translation>
    </message>
    <message>
        <source>Flagged results do not count as correct</source>
        <translation>Verdächtig markierte Ergebnisse zählen nicht als richtig</translation>
    </message>
    <message>
        <source>Flagged results count as correct</source>
        <translation>Verdächtig markierte Ergebnisse zählen als richtig</translation>
    </message>
    <message>
        <source>%1 result in the store</source>
        <translation>%1 Ergebnis im Store</translation>
    </message>
    <message>
        <source>%1 results in the store</source>
        <translation>%1 Ergebnisse im Store</translation>
    </message>
    <message>
        <source>%1 other attempts at the same tasks</source>
        <translation>%1 andere Versuche an denselben Aufgaben</translation>
    </message>
    <message>
        <source>%1 task names with several versions, each counted as a task of its own</source>
        <translation>%1 Aufgabennamen mit mehreren Versionen, jede als eigene Aufgabe gezählt</translation>
    </message>
    <message>
        <source>%1   (%2)</source>
        <translation>%1   (%2)</translation>
    </message>
    <message>
        <source>%1 pair</source>
        <translation>%1 Paar</translation>
    </message>
    <message>
        <source>%1 pairs</source>
        <translation>%1 Paare</translation>
    </message>
    <message>
        <source>%1 other attempt at the same tasks</source>
        <translation>%1 anderer Versuch an denselben Aufgaben</translation>
    </message>
    <message>
        <source>%1 task name with several versions, each counted as a task of its own</source>
        <translation>%1 Aufgabenname mit mehreren Versionen, jede als eigene Aufgabe gezählt</translation>
    </message>
    <message>
        <source>%1 task × method pair</source>
        <translation>%1 Paar Aufgabe × Methode</translation>
    </message>
    <message>
        <source>%1 task × method pairs</source>
        <translation>%1 Paare Aufgabe × Methode</translation>
    </message>
    <message>
        <source>%1 of %2 pairs</source>
        <translation>%1 von %2 Paaren</translation>
    </message>
    <message>
        <source>%1 of %2 task × method pairs</source>
        <translation>%1 von %2 Paaren Aufgabe × Methode</translation>
    </message>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 task</source>
        <translation>%1 Aufgabe</translation>
    </message>
    <message>
        <source>%1 tasks</source>
        <translation>%1 Aufgaben</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1 attempt</source>
        <translation>%1 Versuch</translation>
    </message>
    <message>
        <source>%1 attempts</source>
        <translation>%1 Versuche</translation>
    </message>
    <message>
        <source>%1 combination</source>
        <translation>%1 Kombination</translation>
    </message>
    <message>
        <source>%1 combinations</source>
        <translation>%1 Kombinationen</translation>
    </message>
    <message>
        <source>%1 baseline</source>
        <translation>%1 Baseline</translation>
    </message>
    <message>
        <source>%1 baselines</source>
        <translation>%1 Baselines</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ScoreboardModel</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>%1 of %2 judged; 95 %: %3 to %4</source>
        <translation>%1 von %2 beurteilten; 95 %: %3 bis %4</translation>
    </message>
    <message>
        <source>Geometric mean over %1 timed; 95 %: %2</source>
        <translation>Geometrisches Mittel über %1 mit Zeit; 95 %: %2</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Tasks</source>
        <translation>Aufgaben</translation>
    </message>
    <message>
        <source>Built</source>
        <translation>Gebaut</translation>
    </message>
    <message>
        <source>Correct, 95 %</source>
        <translation>Richtig, 95 %</translation>
    </message>
    <message>
        <source>Faster</source>
        <translation>Schneller</translation>
    </message>
    <message>
        <source>Geometric mean, 95 %   ⅛ – 1× – 8</source>
        <translation>Geometrisches Mittel, 95 %   ⅛ – 1× – 8</translation>
    </message>
    <message>
        <source>Timed</source>
        <translation>Mit Zeit</translation>
    </message>
    <message>
        <source>Outcome of each task</source>
        <translation>Ausgang jeder Aufgabe</translation>
    </message>
</context>
<context>
    <name>loupe::ui::SentencePanel</name>
    <message>
        <source>▸ How was this tested?</source>
        <translation>▸ Wie wurde das getestet?</translation>
    </message>
    <message>
        <source>The comparison in a sentence</source>
        <translation>Der Vergleich in einem Satz</translation>
    </message>
    <message>
        <source>Tests in short</source>
        <translation>Tests in Kürze</translation>
    </message>
    <message>
        <source>How this was tested</source>
        <translation>Wie das getestet wurde</translation>
    </message>
    <message>
        <source>Figures of both sides</source>
        <translation>Zahlen beider Seiten</translation>
    </message>
    <message>
        <source>▾ How was this tested?</source>
        <translation>▾ Wie wurde das getestet?</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ShapesField</name>
    <message>
        <source>each task&apos;s own</source>
        <translation>die eigenen jeder Aufgabe</translation>
    </message>
    <message>
        <source>A JSON file with further shapes of tasks: candidates are judged and timed on each</source>
        <translation>Eine JSON-Datei mit weiteren Formen von Aufgaben: Kandidaten werden auf jeder beurteilt und gemessen</translation>
    </message>
    <message>
        <source>Problem of the shapes</source>
        <translation>Problem der Formen</translation>
    </message>
    <message>
        <source>file of shapes</source>
        <translation>Datei mit Formen</translation>
    </message>
    <message>
        <source>Choose a file of shapes</source>
        <translation>Eine Datei mit Formen wählen</translation>
    </message>
    <message>
        <source>Shapes (*.json)</source>
        <translation>Formen (*.json)</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ShortcutsDialog</name>
    <message>
        <source>&amp;Assign</source>
        <translation>&amp;Zuweisen</translation>
    </message>
    <message>
        <source>&amp;Default</source>
        <translation>&amp;Standard</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Tasten</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>Einen Befehl suchen</translation>
    </message>
    <message>
        <source>Commands and their keys</source>
        <translation>Befehle und ihre Tasten</translation>
    </message>
    <message>
        <source>New keys</source>
        <translation>Neue Tasten</translation>
    </message>
    <message>
        <source>&amp;Reset all</source>
        <translation>Alle z&amp;urücksetzen</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>S&amp;chließen</translation>
    </message>
    <message>
        <source>Resets the command&apos;s keys to the default</source>
        <translation>Setzt die Tasten des Befehls auf den Standard zurück</translation>
    </message>
    <message>
        <source>Resets all keys to the default</source>
        <translation>Setzt alle Tasten auf den Standard zurück</translation>
    </message>
    <message>
        <source>Press the new keys in the field, then Assign. Leave the field empty for no shortcut.</source>
        <translation>Drücken Sie die neuen Tasten im Feld, dann Zuweisen. Ein leeres Feld bedeutet: kein Tastenkürzel.</translation>
    </message>
    <message>
        <source>%1 is used by “%2”. Assign moves it here.</source>
        <translation>%1 gehört zu „%2“. Zuweisen verlegt es hierher.</translation>
    </message>
    <message>
        <source>%1 was moved here from “%2”.</source>
        <translation>%1 wurde von „%2“ hierher verlegt.</translation>
    </message>
</context>
<context>
    <name>loupe::ui::SideBar</name>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
</context>
<context>
    <name>loupe::ui::SideButton</name>
    <message>
        <source>method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>device</source>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>baseline</source>
        <translation>Baseline</translation>
    </message>
    <message>
        <source>filter</source>
        <translation>Filter</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <translation>%1 · %2</translation>
    </message>
    <message>
        <source>Side %1: %2</source>
        <translation>Seite %1: %2</translation>
    </message>
    <message>
        <source>saved view</source>
        <translation>gespeicherte Ansicht</translation>
    </message>
    <message>
        <source>filter…</source>
        <translation>Filter…</translation>
    </message>
    <message>
        <source>%1   (%2)</source>
        <translation>%1   (%2)</translation>
    </message>
    <message>
        <source>%1 more; narrow the filter</source>
        <translation>%1 weitere; grenzen Sie den Filter ein</translation>
    </message>
    <message>
        <source>Side %1</source>
        <translation>Seite %1</translation>
    </message>
    <message>
        <source>Results of this side, as in the filter line: method:codex level:2</source>
        <translation>Ergebnisse dieser Seite, wie in der Filterzeile: method:codex level:2</translation>
    </message>
</context>
<context>
    <name>loupe::ui::SideMatrixModel</name>
    <message>
        <source>%1 task</source>
        <translation>%1 Aufgabe</translation>
    </message>
    <message>
        <source>%1 tasks</source>
        <translation>%1 Aufgaben</translation>
    </message>
    <message>
        <source>%1: %2 with %3, %4 with %5</source>
        <translation>%1: %2 mit %3, %4 mit %5</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>%1 with %2</source>
        <translation>%1 mit %2</translation>
    </message>
    <message>
        <source>A ↓   B →</source>
        <translation>A ↓   B →</translation>
    </message>
</context>
<context>
    <name>loupe::ui::SidesView</name>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message>
        <source>How tasks ended on both sides</source>
        <translation>Wie Aufgaben auf beiden Seiten endeten</translation>
    </message>
    <message>
        <source>Who solves what</source>
        <translation>Wer was löst</translation>
    </message>
    <message>
        <source>Who is faster</source>
        <translation>Wer schneller ist</translation>
    </message>
    <message>
        <source>From → to</source>
        <translation>Von → nach</translation>
    </message>
    <message>
        <source>Speed</source>
        <translation>Tempo</translation>
    </message>
    <message>
        <source>Time against time</source>
        <translation>Zeit gegen Zeit</translation>
    </message>
    <message>
        <source>Largest differences</source>
        <translation>Größte Unterschiede</translation>
    </message>
    <message>
        <source>No task has times of both sides</source>
        <translation>Keine Aufgabe hat Zeiten beider Seiten</translation>
    </message>
    <message>
        <source>picked in the chart</source>
        <translation>im Diagramm gewählt</translation>
    </message>
    <message>
        <source>%1 · rows %2, columns %3</source>
        <translation>%1 · Zeilen %2, Spalten %3</translation>
    </message>
    <message>
        <source>%1 task</source>
        <translation>%1 Aufgabe</translation>
    </message>
    <message>
        <source>%1 tasks</source>
        <translation>%1 Aufgaben</translation>
    </message>
    <message>
        <source>%1 task evaluated on both sides</source>
        <translation>%1 Aufgabe, auf beiden Seiten ausgewertet</translation>
    </message>
    <message>
        <source>%1 tasks evaluated on both sides</source>
        <translation>%1 Aufgaben, auf beiden Seiten ausgewertet</translation>
    </message>
    <message>
        <source>both</source>
        <translation>beide</translation>
    </message>
    <message>
        <source>only %1</source>
        <translation>nur %1</translation>
    </message>
    <message>
        <source>neither</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>%1 timed</source>
        <translation>%1 mit Zeit</translation>
    </message>
    <message>
        <source>none solved by both</source>
        <translation>keine von beiden gelöst</translation>
    </message>
    <message>
        <source>none timed on both sides</source>
        <translation>auf beiden Seiten keine Zeit</translation>
    </message>
    <message>
        <source>unclear</source>
        <translation>unklar</translation>
    </message>
    <message>
        <source>smaller</source>
        <translation>kleiner</translation>
    </message>
    <message>
        <source>slower</source>
        <translation>langsamer</translation>
    </message>
    <message>
        <source>Speed by level</source>
        <translation>Tempo nach Stufe</translation>
    </message>
    <message>
        <source>Speed by category</source>
        <translation>Tempo nach Kategorie</translation>
    </message>
    <message>
        <source>tasks both solve</source>
        <translation>von beiden gelöste Aufgaben</translation>
    </message>
    <message>
        <source>Only outcomes are compared.</source>
        <translation>Nur Ausgänge werden verglichen.</translation>
    </message>
    <message>
        <source>No task solved by both was timed on both.</source>
        <translation>Keine von beiden gelöste Aufgabe hat auf beiden Seiten eine Zeit.</translation>
    </message>
    <message>
        <source>%1 · drag to select</source>
        <translation>%1 · zum Markieren ziehen</translation>
    </message>
    <message>
        <source>Solved by one side</source>
        <translation>Von einer Seite gelöst</translation>
    </message>
    <message>
        <source>%1 · ratio &gt; 1: %2</source>
        <translation>%1 · Verhältnis &gt; 1: %2</translation>
    </message>
    <message>
        <source>larger gain on %1</source>
        <translation>größerer Gewinn bei %1</translation>
    </message>
    <message>
        <source>%1 faster</source>
        <translation>%1 schneller</translation>
    </message>
    <message>
        <source>%1 → %2</source>
        <translation>%1 → %2</translation>
    </message>
    <message>
        <source>Picked</source>
        <translation>Gewählt</translation>
    </message>
</context>
<context>
    <name>loupe::ui::SourceHitModel</name>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Round</source>
        <translation>Runde</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Quelltext</translation>
    </message>
</context>
<context>
    <name>loupe::ui::SourceSearch</name>
    <message>
        <source>&amp;Match case</source>
        <translation>&amp;Groß- und Kleinschreibung</translation>
    </message>
    <message>
        <source>&amp;Find</source>
        <translation>&amp;Suchen</translation>
    </message>
    <message>
        <source>&amp;Stop</source>
        <translation>Sto&amp;pp</translation>
    </message>
    <message>
        <source>Find in all sources</source>
        <translation>In allen Quelltexten suchen</translation>
    </message>
    <message>
        <source>Find in the sources of all attempts</source>
        <translation>In den Quelltexten aller Versuche suchen</translation>
    </message>
    <message>
        <source>find in the sources of all attempts</source>
        <translation>in den Quelltexten aller Versuche suchen</translation>
    </message>
    <message>
        <source>Lines found</source>
        <translation>Gefundene Zeilen</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Gestoppt.</translation>
    </message>
    <message>
        <source>No store is open.</source>
        <translation>Kein Store ist geöffnet.</translation>
    </message>
    <message>
        <source>Reading which attempts are in the scope…</source>
        <translation>Es wird gelesen, welche Versuche zur Auswahl gehören…</translation>
    </message>
    <message>
        <source>Not found in %1.</source>
        <translation>Nicht gefunden; durchsucht: %1.</translation>
    </message>
    <message>
        <source>%1 attempt</source>
        <translation>%1 Versuch</translation>
    </message>
    <message>
        <source>%1 attempts</source>
        <translation>%1 Versuche</translation>
    </message>
    <message>
        <source>The first %1 lines; there are more. Find more words, or narrow the filter.</source>
        <translation>Die ersten %1 Zeilen; es gibt mehr. Suchen Sie nach mehr Wörtern, oder grenzen Sie den Filter ein.</translation>
    </message>
    <message>
        <source>%1 line</source>
        <translation>%1 Zeile</translation>
    </message>
    <message>
        <source>%1 lines</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>%2 of %1 attempt searched</source>
        <translation>%2 von %1 Versuch durchsucht</translation>
    </message>
    <message>
        <source>%2 of %1 attempts searched</source>
        <translation>%2 von %1 Versuchen durchsucht</translation>
    </message>
</context>
<context>
    <name>loupe::ui::SplitSide</name>
    <message>
        <source>Linked</source>
        <translation>Gekoppelt</translation>
    </message>
    <message>
        <source>Linked to the left side</source>
        <translation>Mit der linken Seite gekoppelt</translation>
    </message>
    <message>
        <source>Linked: uses the left side&apos;s filter, selection and result. Free: uses its own.</source>
        <translation>Gekoppelt: verwendet Filter, Markierung und Ergebnis der linken Seite. Frei: verwendet eigene.</translation>
    </message>
    <message>
        <source>Filter of the right side</source>
        <translation>Filter der rechten Seite</translation>
    </message>
    <message>
        <source>Close the right side</source>
        <translation>Rechte Seite schließen</translation>
    </message>
</context>
<context>
    <name>loupe::ui::SqlPage</name>
    <message>
        <source>Run</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Export CSV…</source>
        <translation>CSV exportieren…</translation>
    </message>
    <message>
        <source>Open one to query it with SQL.</source>
        <translation>Öffnen Sie einen, um ihn mit SQL abzufragen.</translation>
    </message>
    <message>
        <source>Read-only: one SELECT statement.</source>
        <translation>Nur lesend: eine SELECT-Anweisung.</translation>
    </message>
    <message>
        <source>SQL statement</source>
        <translation>SQL-Anweisung</translation>
    </message>
    <message>
        <source>Ctrl+Enter</source>
        <translation>Strg+Eingabe</translation>
    </message>
    <message>
        <source>Max rows shown</source>
        <translation>Höchstens gezeigte Zeilen</translation>
    </message>
    <message>
        <source>At most %1 rows</source>
        <translation>Höchstens %1 Zeilen</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>No rows</source>
        <translation>Keine Zeilen</translation>
    </message>
    <message>
        <source>Views and tables</source>
        <translation>Views und Tabellen</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Spalten</translation>
    </message>
    <message>
        <source>Enter or a double click inserts the name. Views stay the same between versions; tables may change.</source>
        <translation>Eingabe oder Doppelklick fügt den Namen ein. Views bleiben zwischen Versionen gleich; Tabellen können sich ändern.</translation>
    </message>
    <message>
        <source>View or table</source>
        <translation>View oder Tabelle</translation>
    </message>
    <message>
        <source>Columns of %1</source>
        <translation>Spalten von %1</translation>
    </message>
    <message>
        <source>Running…</source>
        <translation>Läuft…</translation>
    </message>
    <message>
        <source>Stopped. The previous result is shown.</source>
        <translation>Gestoppt. Das vorige Ergebnis wird gezeigt.</translation>
    </message>
    <message>
        <source>%1 row</source>
        <translation>%1 Zeile</translation>
    </message>
    <message>
        <source>%1 rows</source>
        <translation>%1 Zeilen</translation>
    </message>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>%1 · %2 · display rounded; copies keep full precision</source>
        <translation>%1 · %2 · Anzeige gerundet; Kopien behalten die volle Genauigkeit</translation>
    </message>
    <message>
        <source>Export the result</source>
        <translation>Ergebnis exportieren</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>Durch Komma getrennte Werte (*.csv)</translation>
    </message>
    <message>
        <source>%1 written to %2</source>
        <translation>%1 nach %2 geschrieben</translation>
    </message>
    <message>
        <source>Ctrl+Enter runs the statement · Enter on a name inserts it · Ctrl+C copies rows</source>
        <translation>Strg+Eingabe führt die Anweisung aus · Eingabe auf einem Namen fügt ihn ein · Strg+C kopiert Zeilen</translation>
    </message>
    <message>
        <source>Only the first %1 are shown · %2</source>
        <translation>Nur die ersten %1 werden gezeigt · %2</translation>
    </message>
    <message>
        <source>Run shows the rows of the statement here</source>
        <translation>„Ausführen“ zeigt hier die Zeilen der Anweisung</translation>
    </message>
</context>
<context>
    <name>loupe::ui::StartPage</name>
    <message>
        <source>Which kernels fail, and how fast are the others?</source>
        <translation>Welche Kernel schlagen fehl, und wie schnell sind die anderen?</translation>
    </message>
    <message>
        <source>Problem</source>
        <translation>Problem</translation>
    </message>
    <message>
        <source>Begin</source>
        <translation>Beginnen</translation>
    </message>
    <message>
        <source>Evaluates a folder of your kernels against the native suite on this machine.</source>
        <translation>Wertet einen Ordner Ihrer Kernel auf diesem Rechner gegen die native Suite aus.</translation>
    </message>
    <message>
        <source>Reads result files of other tools, one or a whole folder of them, into a store.</source>
        <translation>Liest Ergebnisdateien anderer Werkzeuge, eine oder einen ganzen Ordner, in einen Store.</translation>
    </message>
    <message>
        <source>Opens a result store (*.kloupe).</source>
        <translation>Öffnet einen Ergebnis-Store (*.kloupe).</translation>
    </message>
    <message>
        <source>Recent stores</source>
        <translation>Zuletzt geöffnete Stores</translation>
    </message>
    <message>
        <source>Open %1</source>
        <translation>%1 öffnen</translation>
    </message>
    <message>
        <source>missing: %1</source>
        <translation>fehlt: %1</translation>
    </message>
    <message>
        <source>Ctrl+O opens a store · Ctrl+N starts a run · drop a store, result files or a folder anywhere</source>
        <translation>Strg+O öffnet einen Store · Strg+N startet einen Lauf · Store, Ergebnisdateien oder Ordner irgendwo ablegen</translation>
    </message>
    <message>
        <source>Shows recorded results of the demo kernels at once. Their times were measured on another machine (%1).</source>
        <translation>Zeigt sofort aufgezeichnete Ergebnisse der Demo-Kernel. Ihre Zeiten wurden auf einem anderen Rechner gemessen (%1).</translation>
    </message>
    <message>
        <source>Evaluates the demo kernels, which show every kind of success and failure, on this machine. It takes a few minutes and needs a C++ compiler.</source>
        <translation>Wertet die Demo-Kernel, die jede Art von Erfolg und Fehlschlag zeigen, auf diesem Rechner aus. Das dauert einige Minuten und braucht einen C++-Compiler.</translation>
    </message>
    <message>
        <source>No store has been opened yet.</source>
        <translation>Es wurde noch kein Store geöffnet.</translation>
    </message>
</context>
<context>
    <name>loupe::ui::StatusArea</name>
    <message>
        <source>Running job</source>
        <translation>Laufender Vorgang</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stopp</translation>
    </message>
    <message>
        <source>Stop the running job</source>
        <translation>Laufenden Vorgang stoppen</translation>
    </message>
    <message>
        <source>Progress of the running job</source>
        <translation>Fortschritt des laufenden Vorgangs</translation>
    </message>
    <message>
        <source>F1 help</source>
        <translation>F1 Hilfe</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>%1 jobs</source>
        <translation>%1 Vorgänge</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>loupe::ui::StoreSession</name>
    <message>
        <source>Opening the store was stopped.</source>
        <translation>Das Öffnen des Stores wurde gestoppt.</translation>
    </message>
</context>
<context>
    <name>loupe::ui::StoryModel</name>
    <message>
        <source>%1 / %2, %3, sample %4 of %5: %6</source>
        <translation>%1 / %2, %3, Sample %4 von %5: %6</translation>
    </message>
    <message>
        <source>no result of this round</source>
        <translation>kein Ergebnis dieser Runde</translation>
    </message>
    <message>
        <source>round %1</source>
        <translation>Runde %1</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Story</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>Bester</translation>
    </message>
    <message>
        <source>Best / first</source>
        <translation>Beste / erste</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Token</translation>
    </message>
    <message>
        <source>Time to write</source>
        <translation>Schreibdauer</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Sample</source>
        <translation>Sample</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
</context>
<context>
    <name>loupe::ui::SuspicionModel</name>
    <message>
        <source>not reviewed</source>
        <translation>ungeprüft</translation>
    </message>
    <message>
        <source>%1 by %2</source>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>Headline</source>
        <translation>Wertung</translation>
    </message>
    <message>
        <source>⚑ flagged</source>
        <translation>⚑ verdächtig</translation>
    </message>
    <message>
        <source>counts</source>
        <translation>zählt</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>Weight</source>
        <translation>Gewicht</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>Method</source>
        <translation>Methode</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Speedup</source>
        <translation>Speedup</translation>
    </message>
    <message>
        <source>Evidence</source>
        <translation>Beleg</translation>
    </message>
</context>
<context>
    <name>loupe::ui::TagLine</name>
    <message>
        <source>Tag (T)</source>
        <translation>Tag (T)</translation>
    </message>
    <message>
        <source>Tag for the selected results</source>
        <translation>Tag für die markierten Ergebnisse</translation>
    </message>
    <message>
        <source>More than %1 results cannot be tagged at once</source>
        <translation>Mehr als %1 Ergebnisse können nicht zugleich Tags bekommen</translation>
    </message>
</context>
<context>
    <name>loupe::ui::TaskFields</name>
    <message>
        <source>Resume the run of this name</source>
        <translation>Den Lauf dieses Namens fortsetzen</translation>
    </message>
    <message>
        <source>Measure speed of correct kernels</source>
        <translation>Tempo richtiger Kernel messen</translation>
    </message>
    <message>
        <source>the shipped suite; or a folder, a checkout, a suite&apos;s name</source>
        <translation>die mitgelieferte Suite; oder ein Ordner, ein Checkout, der Name einer Suite</translation>
    </message>
    <message>
        <source>all, or for example category:Math softmax</source>
        <translation>alle, oder zum Beispiel category:Math softmax</translation>
    </message>
    <message>
        <source>&amp;Suite</source>
        <translation>&amp;Suite</translation>
    </message>
    <message>
        <source>suite&apos;s folder</source>
        <translation>Ordner der Suite</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>&amp;Tasks</source>
        <translation>&amp;Aufgaben</translation>
    </message>
    <message>
        <source>St&amp;ore</source>
        <translation>St&amp;ore</translation>
    </message>
    <message>
        <source>store</source>
        <translation>Store</translation>
    </message>
    <message>
        <source>Choose a store</source>
        <translation>Store wählen</translation>
    </message>
    <message>
        <source>Stores (*.kloupe)</source>
        <translation>Stores (*.kloupe)</translation>
    </message>
    <message>
        <source>&amp;Run name</source>
        <translation>Name des La&amp;ufs</translation>
    </message>
    <message>
        <source>Choose a store for answers and results.</source>
        <translation>Wählen Sie einen Store für Antworten und Ergebnisse.</translation>
    </message>
</context>
<context>
    <name>loupe::ui::TermChips</name>
    <message>
        <source>Terms of the filter</source>
        <translation>Terme des Filters</translation>
    </message>
    <message>
        <source>No filter: all results are shown</source>
        <translation>Kein Filter: Alle Ergebnisse werden gezeigt</translation>
    </message>
    <message>
        <source>Remove %1</source>
        <translation>%1 entfernen</translation>
    </message>
    <message>
        <source>Removes %1 from the filter</source>
        <translation>Entfernt %1 aus dem Filter</translation>
    </message>
</context>
<context>
    <name>loupe::ui::TopBar</name>
    <message>
        <source>read-only</source>
        <translation>nur lesend</translation>
    </message>
    <message>
        <source>New run…</source>
        <translation>Neuer Lauf…</translation>
    </message>
    <message>
        <source>New run</source>
        <translation>Neuer Lauf</translation>
    </message>
    <message>
        <source>The store cannot be written, so notes, marks and views are not saved. “Save a copy…” in the menu File makes one that can.</source>
        <translation>In den Store kann nicht geschrieben werden; Notizen, Vermerke und Ansichten werden nicht gespeichert. „Kopie speichern…“ im Menü Datei legt einen an, bei dem es geht.</translation>
    </message>
    <message>
        <source>No store</source>
        <translation>Kein Store</translation>
    </message>
    <message>
        <source>%1 run</source>
        <translation>%1 Lauf</translation>
    </message>
    <message>
        <source>%1 runs</source>
        <translation>%1 Läufe</translation>
    </message>
    <message>
        <source>%1 devices</source>
        <translation>%1 Geräte</translation>
    </message>
    <message>
        <source>Baseline run: %1</source>
        <translation>Baseline-Lauf: %1</translation>
    </message>
    <message>
        <source>The run that others are compared with: %1. Shows the page Runs.</source>
        <translation>Der Lauf, mit dem andere verglichen werden: %1. Zeigt die Seite Läufe.</translation>
    </message>
</context>
<context>
    <name>loupe::ui::TourBar</name>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>Tour</source>
        <translation>Tour</translation>
    </message>
    <message>
        <source>step %1 of %2</source>
        <translation>Schritt %1 von %2</translation>
    </message>
    <message>
        <source>&amp;Continue</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>&amp;Leave the tour</source>
        <translation>&amp;Tour beenden</translation>
    </message>
    <message>
        <source>F&amp;inish</source>
        <translation>&amp;Fertig</translation>
    </message>
</context>
<context>
    <name>loupe::ui::TrajectoriesPage</name>
    <message>
        <source>%1, rounds %2–%3</source>
        <translation>%1, Runden %2–%3</translation>
    </message>
    <message>
        <source>%1 methods</source>
        <translation>%1 Methoden</translation>
    </message>
    <message>
        <source>%1 suites</source>
        <translation>%1 Suiten</translation>
    </message>
    <message>
        <source>%1 on %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>each by itself</source>
        <translation>jede für sich</translation>
    </message>
    <message>
        <source>all</source>
        <translation>alle</translation>
    </message>
    <message>
        <source>all rounds recorded</source>
        <translation>alle Runden aufgezeichnet</translation>
    </message>
    <message>
        <source>rounds %1 to %2</source>
        <translation>Runden %1 bis %2</translation>
    </message>
    <message>
        <source>%1 selected: rounds of %2</source>
        <translation>%1 markiert: Runden von %2</translation>
    </message>
    <message>
        <source>Show in Results</source>
        <translation>Unter Ergebnisse zeigen</translation>
    </message>
    <message>
        <source>Trajectories shown</source>
        <translation>Gezeigte Trajektorien</translation>
    </message>
    <message>
        <source>Which method and conditions</source>
        <translation>Welche Methode und Bedingungen</translation>
    </message>
    <message>
        <source>Step between rounds</source>
        <translation>Schritt zwischen Runden</translation>
    </message>
    <message>
        <source>Kernels of the step by outcome</source>
        <translation>Kernel des Schritts nach Ausgang</translation>
    </message>
    <message>
        <source>Chart, change of the mean, and cost</source>
        <translation>Diagramm, Änderung des Mittels und Kosten</translation>
    </message>
    <message>
        <source>Chart</source>
        <translation>Diagramm</translation>
    </message>
    <message>
        <source>Why the mean moved</source>
        <translation>Warum sich das Mittel bewegt hat</translation>
    </message>
    <message>
        <source>Cost and answers</source>
        <translation>Kosten und Antworten</translation>
    </message>
    <message>
        <source>Trajectories</source>
        <translation>Trajektorien</translation>
    </message>
    <message>
        <source>= identical code · ↓ worse than the round before · ◌ suspicious</source>
        <translation>= gleicher Code · ↓ schlechter als die Runde davor · ◌ verdächtig</translation>
    </message>
    <message>
        <source>The mean speedup</source>
        <translation>Der mittlere Speedup</translation>
    </message>
    <message>
        <source>No kernel is correct and timed in both rounds, so the change of the mean cannot be explained.</source>
        <translation>Kein Kernel ist in beiden Runden richtig und mit Zeit, daher lässt sich die Änderung des Mittels nicht erklären.</translation>
    </message>
    <message>
        <source>same kernels %1 · other kernels %2</source>
        <translation>dieselben Kernel %1 · andere Kernel %2</translation>
    </message>
    <message>
        <source>Open one to follow its kernels by round.</source>
        <translation>Öffnen Sie einen, um seine Kernel Runde für Runde zu verfolgen.</translation>
    </message>
    <message>
        <source>The trajectories could not be read.</source>
        <translation>Die Trajektorien konnten nicht gelesen werden.</translation>
    </message>
    <message>
        <source>No trajectory matches the filter.</source>
        <translation>Keine Trajektorie passt zum Filter.</translation>
    </message>
    <message>
        <source>No method has more than one round in the results that match %1</source>
        <translation>Keine Methode hat mehr als eine Runde in den Ergebnissen, die zu %1 passen</translation>
    </message>
    <message>
        <source>The scope holds no trajectories.</source>
        <translation>Die Auswahl enthält keine Trajektorien.</translation>
    </message>
    <message>
        <source>No method has more than one round here. Choose another suite, device or baseline in the scope bar.</source>
        <translation>Keine Methode hat hier mehr als eine Runde. Wählen Sie in der Auswahlleiste eine andere Suite, ein anderes Gerät oder eine andere Baseline.</translation>
    </message>
    <message>
        <source>This store has no trajectories.</source>
        <translation>Dieser Store hat keine Trajektorien.</translation>
    </message>
    <message>
        <source>They appear where a method has results of more than one round: an agent that was given feedback and tried again.</source>
        <translation>Sie erscheinen, wo eine Methode Ergebnisse aus mehr als einer Runde hat: ein Agent, der Feedback bekam und es noch einmal versuchte.</translation>
    </message>
    <message>
        <source>1 of %1 methods</source>
        <translation>1 von %1 Methoden</translation>
    </message>
    <message>
        <source>%1 with all rounds recorded</source>
        <translation>%1 mit allen Runden aufgezeichnet</translation>
    </message>
    <message>
        <source>a click in the chart selects</source>
        <translation>ein Klick im Diagramm markiert</translation>
    </message>
    <message>
        <source>Esc shows all again</source>
        <translation>Esc zeigt wieder alle</translation>
    </message>
    <message>
        <source>trajectory %1 of %2 · ←/→ rounds · J/K next · Enter opens the kernel, Esc returns</source>
        <translation>Trajektorie %1 von %2 · ←/→ Runden · J/K weiter · Eingabe öffnet den Kernel, Esc geht zurück</translation>
    </message>
    <message>
        <source> · T = tag · Esc = clear</source>
        <translation> · T = Tag · Esc = aufheben</translation>
    </message>
    <message>
        <source>%2 of %1 trajectory shown</source>
        <translation>%2 von %1 Trajektorie gezeigt</translation>
    </message>
    <message>
        <source>%2 of %1 trajectories shown</source>
        <translation>%2 von %1 Trajektorien gezeigt</translation>
    </message>
</context>
<context>
    <name>loupe::ui::TrajectoryView</name>
    <message>
        <source>Prompt/feedback of the round</source>
        <translation>Prompt/Feedback der Runde</translation>
    </message>
    <message>
        <source>How the round ended</source>
        <translation>Wie die Runde endete</translation>
    </message>
    <message>
        <source>What changed in the source</source>
        <translation>Was sich im Quelltext geändert hat</translation>
    </message>
    <message>
        <source>Compare with</source>
        <translation>Vergleichen mit</translation>
    </message>
    <message>
        <source>compare with: parent</source>
        <translation>vergleichen mit: Vorgänger</translation>
    </message>
    <message>
        <source>The program that the model got with its feedback; if not recorded, the previous round</source>
        <translation>Das Programm, das das Modell mit seinem Feedback bekam; wenn nicht aufgezeichnet, die vorige Runde</translation>
    </message>
    <message>
        <source>compare with: previous</source>
        <translation>vergleichen mit: voriger</translation>
    </message>
    <message>
        <source>compare with: best</source>
        <translation>vergleichen mit: bester</translation>
    </message>
    <message>
        <source>compare with: first</source>
        <translation>vergleichen mit: erster</translation>
    </message>
    <message>
        <source>compare with: reference</source>
        <translation>vergleichen mit: Referenz</translation>
    </message>
    <message>
        <source>compare with: nearest correct</source>
        <translation>vergleichen mit: nächster richtiger</translation>
    </message>
    <message>
        <source>The correct candidate of the task, of any method, that shares most lines with this one</source>
        <translation>Der richtige Kandidat der Aufgabe, von einer beliebigen Methode, der mit diesem die meisten Zeilen gemeinsam hat</translation>
    </message>
    <message>
        <source>no diff</source>
        <translation>kein Vergleich</translation>
    </message>
    <message>
        <source>Speedup and outcome by round</source>
        <translation>Speedup und Ausgang je Runde</translation>
    </message>
    <message>
        <source>Timeline and texts of the round</source>
        <translation>Zeitleiste und Texte der Runde</translation>
    </message>
    <message>
        <source>Timeline</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>Prompt/feedback</source>
        <translation>Prompt/Feedback</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>%1 · sample %2 · %3 · %4</source>
        <translation>%1 · Sample %2 · %3 · %4</translation>
    </message>
    <message>
        <source> · no correct candidate of this task has another source</source>
        <translation> · kein richtiger Kandidat dieser Aufgabe hat einen anderen Quelltext</translation>
    </message>
    <message>
        <source> · no source was recorded</source>
        <translation> · kein Quelltext wurde aufgezeichnet</translation>
    </message>
    <message>
        <source> · no source to compare with was recorded</source>
        <translation> · kein Quelltext zum Vergleichen wurde aufgezeichnet</translation>
    </message>
    <message>
        <source> · identical code</source>
        <translation> · gleicher Code</translation>
    </message>
    <message>
        <source>%1 · %2, F7 to the next</source>
        <translation>%1 · %2, F7 zum nächsten</translation>
    </message>
    <message>
        <source>%1 difference</source>
        <translation>%1 Unterschied</translation>
    </message>
    <message>
        <source>%1 differences</source>
        <translation>%1 Unterschiede</translation>
    </message>
</context>
<context>
    <name>loupe::ui::TransitionModel</name>
    <message>
        <source>missing</source>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>Baseline run ↓   Other run →</source>
        <translation>Baseline-Lauf ↓   Anderer Lauf →</translation>
    </message>
    <message>
        <source>%1: %2 in the baseline run, %3 in the other run</source>
        <translation>%1: %2 im Baseline-Lauf, %3 im anderen Lauf</translation>
    </message>
    <message>
        <source>%1 attempt</source>
        <translation>%1 Versuch</translation>
    </message>
    <message>
        <source>%1 attempts</source>
        <translation>%1 Versuche</translation>
    </message>
</context>
<context>
    <name>loupe::ui::TriageMarks</name>
    <message>
        <source>%1 not saved yet; retrying: %2</source>
        <translation>%1 noch nicht gespeichert; neuer Versuch folgt: %2</translation>
    </message>
    <message>
        <source>%1 mark is</source>
        <translation>%1 Vermerk ist</translation>
    </message>
    <message>
        <source>%1 marks are</source>
        <translation>%1 Vermerke sind</translation>
    </message>
</context>
<context>
    <name>loupe::ui::TriagePage</name>
    <message>
        <source>; by the verdicts of the runs, not the strict ones</source>
        <translation>; nach den Urteilen der Läufe, nicht den strengen</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>und %1 weitere</translation>
    </message>
    <message>
        <source>By method: %1</source>
        <translation>Nach Methode: %1</translation>
    </message>
    <message>
        <source>Causes of failure</source>
        <translation>Ursachen der Fehlschläge</translation>
    </message>
    <message>
        <source>Failures of this cause</source>
        <translation>Fehlschläge dieser Ursache</translation>
    </message>
    <message>
        <source>Open one to see why its kernels failed.</source>
        <translation>Öffnen Sie einen, um zu sehen, warum seine Kernel fehlschlugen.</translation>
    </message>
    <message>
        <source>The failures could not be read.</source>
        <translation>Die Fehlschläge konnten nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Grouping failures…</source>
        <translation>Fehlschläge werden gruppiert…</translation>
    </message>
    <message>
        <source>No failure matches the filter.</source>
        <translation>Kein Fehlschlag passt zum Filter.</translation>
    </message>
    <message>
        <source>No failure matches %1</source>
        <translation>Kein Fehlschlag passt zu %1</translation>
    </message>
    <message>
        <source>Nothing failed.</source>
        <translation>Nichts schlug fehl.</translation>
    </message>
    <message>
        <source>None of %1 in the scope is a failure.</source>
        <translation>%1 in der Auswahl, davon kein Fehlschlag.</translation>
    </message>
    <message>
        <source>%1 task × method pair</source>
        <translation>%1 Paar</translation>
    </message>
    <message>
        <source>%1 task × method pairs</source>
        <translation>%1 Paare</translation>
    </message>
    <message>
        <source>Failures of evaluated kernels appear here by their causes.</source>
        <translation>Fehlschläge ausgewerteter Kernel erscheinen hier nach ihren Ursachen.</translation>
    </message>
    <message>
        <source>%1 failure</source>
        <translation>%1 Fehlschlag</translation>
    </message>
    <message>
        <source>%1 failures</source>
        <translation>%1 Fehlschläge</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 auf %2</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>%1 cause</source>
        <translation>%1 Ursache</translation>
    </message>
    <message>
        <source>%1 causes</source>
        <translation>%1 Ursachen</translation>
    </message>
    <message>
        <source>%1 reviewed</source>
        <translation>%1 geprüft</translation>
    </message>
    <message>
        <source>%1 not judged, no failures</source>
        <translation>%1 nicht beurteilt, keine Fehlschläge</translation>
    </message>
    <message>
        <source>cause %1 of %2 · </source>
        <translation>Ursache %1 von %2 · </translation>
    </message>
    <message>
        <source>J/K next · Enter fills the page · 1 explained 2 suspicious 3 accepted 4 looking 5 new · U next new · T tag · N note · F7 difference · F8 problem</source>
        <translation>J/K weiter · Eingabe füllt die Seite · 1 erklärt 2 verdächtig 3 akzeptiert 4 in Arbeit 5 neu · U nächster neuer · T Tag · N Notiz · F7 Unterschied · F8 Problem</translation>
    </message>
</context>
<context>
    <name>loupe::ui::UpdateJob</name>
    <message>
        <source>Update of %1</source>
        <translation>Aktualisierung von %1</translation>
    </message>
    <message>
        <source>making a backup, then updating…</source>
        <translation>Sicherungskopie wird angelegt, dann wird aktualisiert…</translation>
    </message>
</context>
<context>
    <name>loupe::ui::ViewsButton</name>
    <message>
        <source>Saved views</source>
        <translation>Gespeicherte Ansichten</translation>
    </message>
    <message>
        <source>Filters and scopes saved in the store</source>
        <translation>Im Store gespeicherte Filter und Auswahlen</translation>
    </message>
    <message>
        <source>No saved views in this store yet</source>
        <translation>Noch keine gespeicherten Ansichten in diesem Store</translation>
    </message>
    <message>
        <source>&amp;Remove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>Save filter and scope as a view</source>
        <translation>Filter und Auswahl als Ansicht speichern</translation>
    </message>
    <message>
        <source>View name (replaces an existing one):</source>
        <translation>Name der Ansicht (ersetzt eine vorhandene):</translation>
    </message>
    <message>
        <source>Saved filter and scope as “%1”</source>
        <translation>Filter und Auswahl als „%1“ gespeichert</translation>
    </message>
    <message>
        <source>Removed the view “%1”</source>
        <translation>Ansicht „%1“ entfernt</translation>
    </message>
    <message>
        <source>The last view is still being written</source>
        <translation>Die letzte Ansicht wird noch geschrieben</translation>
    </message>
    <message>
        <source>Views ▾</source>
        <translation>Ansichten ▾</translation>
    </message>
</context>
<context>
    <name>loupe::ui::WindowCommands</name>
    <message>
        <source>&amp;Help</source>
        <translation>&amp;Hilfe</translation>
    </message>
    <message>
        <source>Explains the page that is shown</source>
        <translation>Erklärt die gezeigte Seite</translation>
    </message>
    <message>
        <source>&amp;Commands…</source>
        <translation>&amp;Befehle…</translation>
    </message>
    <message>
        <source>&amp;Keys…</source>
        <translation>&amp;Tasten…</translation>
    </message>
    <message>
        <source>Changes the keys of commands</source>
        <translation>Ändert die Tasten von Befehlen</translation>
    </message>
    <message>
        <source>&amp;Doctor…</source>
        <translation>&amp;Doctor…</translation>
    </message>
    <message>
        <source>Shows what is installed, what is missing and how to install it</source>
        <translation>Zeigt, was installiert ist, was fehlt und wie es installiert wird</translation>
    </message>
    <message>
        <source>not available in this build</source>
        <translation>in dieser Version des Programms nicht enthalten</translation>
    </message>
    <message>
        <source>&amp;About KernelLoupe</source>
        <translation>Über &amp;KernelLoupe</translation>
    </message>
    <message>
        <source>Licence and parts</source>
        <translation>Lizenz und Bestandteile</translation>
    </message>
    <message>
        <source>&amp;File</source>
        <translation>&amp;Datei</translation>
    </message>
    <message>
        <source>no store is open</source>
        <translation>kein Store ist geöffnet</translation>
    </message>
    <message>
        <source>&amp;Open store…</source>
        <translation>Store ö&amp;ffnen…</translation>
    </message>
    <message>
        <source>Shows the results in a store</source>
        <translation>Zeigt die Ergebnisse in einem Store</translation>
    </message>
    <message>
        <source>&amp;New window</source>
        <translation>&amp;Neues Fenster</translation>
    </message>
    <message>
        <source>Opens a second window on the same store; both follow each other&apos;s marks</source>
        <translation>Öffnet ein zweites Fenster für denselben Store; beide zeigen die Vermerke des anderen</translation>
    </message>
    <message>
        <source>&amp;Save a copy…</source>
        <translation>&amp;Kopie speichern…</translation>
    </message>
    <message>
        <source>Writes the open store to a new file</source>
        <translation>Schreibt den offenen Store in eine neue Datei</translation>
    </message>
    <message>
        <source>&amp;Close store</source>
        <translation>Store &amp;schließen</translation>
    </message>
    <message>
        <source>Leaves the store and shows the page Start</source>
        <translation>Verlässt den Store und zeigt die Seite Start</translation>
    </message>
    <message>
        <source>no store is open, or something is running</source>
        <translation>kein Store ist geöffnet, oder etwas läuft</translation>
    </message>
    <message>
        <source>&amp;Quit</source>
        <translation>&amp;Beenden</translation>
    </message>
    <message>
        <source>Closes; asks first while something is running</source>
        <translation>Schließt das Fenster; fragt vorher, solange etwas läuft</translation>
    </message>
    <message>
        <source>&amp;Import…</source>
        <translation>&amp;Importieren…</translation>
    </message>
    <message>
        <source>Reads results of other tools into a store: files, folders, archives</source>
        <translation>Liest Ergebnisse anderer Werkzeuge in einen Store: Dateien, Ordner, Archive</translation>
    </message>
    <message>
        <source>&amp;Add references…</source>
        <translation>&amp;Referenzen hinzufügen…</translation>
    </message>
    <message>
        <source>Adds the references of a suite&apos;s checkout to recorded tasks</source>
        <translation>Fügt aufgezeichneten Aufgaben die Referenzen aus dem Checkout einer Suite hinzu</translation>
    </message>
    <message>
        <source>&amp;Export results…</source>
        <translation>Ergebnisse &amp;exportieren…</translation>
    </message>
    <message>
        <source>Writes the list of the page Results as CSV</source>
        <translation>Schreibt die Liste der Seite Ergebnisse als CSV</translation>
    </message>
    <message>
        <source>&amp;Edit</source>
        <translation>&amp;Bearbeiten</translation>
    </message>
    <message>
        <source>&amp;Undo</source>
        <translation>&amp;Rückgängig</translation>
    </message>
    <message>
        <source>Undoes the last mark, decision or change of a figure</source>
        <translation>Nimmt den letzten Vermerk, die letzte Entscheidung oder die letzte Änderung einer Abbildung zurück</translation>
    </message>
    <message>
        <source>there is nothing to undo on Triage, Runs, Audit or Figures</source>
        <translation>auf Triage, Läufe, Audit oder Abbildungen gibt es nichts zurückzunehmen</translation>
    </message>
    <message>
        <source>&amp;Redo</source>
        <translation>&amp;Wiederholen</translation>
    </message>
    <message>
        <source>Redoes what was undone</source>
        <translation>Stellt wieder her, was zurückgenommen wurde</translation>
    </message>
    <message>
        <source>there is nothing to redo on Triage, Runs or Figures</source>
        <translation>auf Triage, Läufe oder Abbildungen gibt es nichts wiederherzustellen</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>Copies the selected text or cells, like Ctrl+C</source>
        <translation>Kopiert den markierten Text oder die markierten Zellen, wie Strg+C</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>&amp;Alles auswählen</translation>
    </message>
    <message>
        <source>Selects all of the text or table, like Ctrl+A</source>
        <translation>Markiert den ganzen Text oder die ganze Tabelle, wie Strg+A</translation>
    </message>
    <message>
        <source>&amp;Go</source>
        <translation>&amp;Gehe zu</translation>
    </message>
    <message>
        <source>Shows this page</source>
        <translation>Zeigt diese Seite</translation>
    </message>
    <message>
        <source>Swap the com&amp;pared sides</source>
        <translation>Verglichene Seiten taus&amp;chen</translation>
    </message>
    <message>
        <source>Swaps A and B</source>
        <translation>Vertauscht A und B</translation>
    </message>
    <message>
        <source>compare two sides on the Compare page first</source>
        <translation>vergleichen Sie zuerst zwei Seiten auf der Seite Vergleich</translation>
    </message>
    <message>
        <source>Filter l&amp;ine</source>
        <translation>&amp;Filterzeile</translation>
    </message>
    <message>
        <source>Which results every page shows</source>
        <translation>Welche Ergebnisse jede Seite zeigt</translation>
    </message>
    <message>
        <source>&amp;Clear the filter</source>
        <translation>F&amp;ilter leeren</translation>
    </message>
    <message>
        <source>Shows everything again</source>
        <translation>Zeigt wieder alles</translation>
    </message>
    <message>
        <source>there is no filter</source>
        <translation>es gibt keinen Filter</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>Goes back to the previous filter and scope</source>
        <translation>Geht zum vorigen Filter und zur vorigen Auswahl zurück</translation>
    </message>
    <message>
        <source>there is no earlier filter or scope</source>
        <translation>es gibt weder einen früheren Filter noch eine frühere Auswahl</translation>
    </message>
    <message>
        <source>For&amp;ward</source>
        <translation>V&amp;orwärts</translation>
    </message>
    <message>
        <source>Goes forward to the next filter and scope</source>
        <translation>Geht zum nächsten Filter und zur nächsten Auswahl vor</translation>
    </message>
    <message>
        <source>there is no later filter or scope</source>
        <translation>es gibt weder einen späteren Filter noch eine spätere Auswahl</translation>
    </message>
    <message>
        <source>Save filter and scope as a &amp;view…</source>
        <translation>Filter und Auswahl als Ansicht s&amp;peichern…</translation>
    </message>
    <message>
        <source>Saves filter and scope in the store under a name</source>
        <translation>Speichert Filter und Auswahl unter einem Namen im Store</translation>
    </message>
    <message>
        <source>there is neither a filter nor a chosen scope to save</source>
        <translation>es gibt weder einen Filter noch eine gewählte Auswahl zum Speichern</translation>
    </message>
    <message>
        <source>Filter b&amp;y the selection</source>
        <translation>Nach der Mar&amp;kierung filtern</translation>
    </message>
    <message>
        <source>Uses the chart selection as the filter</source>
        <translation>Verwendet die Markierung im Diagramm als Filter</translation>
    </message>
    <message>
        <source>nothing is selected in a chart</source>
        <translation>in einem Diagramm ist nichts markiert</translation>
    </message>
    <message>
        <source>C&amp;hart as table</source>
        <translation>&amp;Diagramm als Tabelle</translation>
    </message>
    <message>
        <source>Shows the data of the chart</source>
        <translation>Zeigt die Daten des Diagramms</translation>
    </message>
    <message>
        <source>go to Distributions, Roofline or Trajectories first</source>
        <translation>gehen Sie zuerst zu Verteilungen, Roofline oder Trajektorien</translation>
    </message>
    <message>
        <source>Clear the se&amp;lection</source>
        <translation>&amp;Markierung aufheben</translation>
    </message>
    <message>
        <source>Clears the chart selection</source>
        <translation>Hebt die Markierung im Diagramm auf</translation>
    </message>
    <message>
        <source>&amp;View</source>
        <translation>&amp;Ansicht</translation>
    </message>
    <message>
        <source>Colours of the window</source>
        <translation>Farben des Fensters</translation>
    </message>
    <message>
        <source>T&amp;heme</source>
        <translation>&amp;Farbschema</translation>
    </message>
    <message>
        <source>Theme of the &amp;system</source>
        <translation>Schema des &amp;Systems</translation>
    </message>
    <message>
        <source>&amp;Light theme</source>
        <translation>&amp;Helles Schema</translation>
    </message>
    <message>
        <source>&amp;Dark theme</source>
        <translation>&amp;Dunkles Schema</translation>
    </message>
    <message>
        <source>High &amp;contrast, dark</source>
        <translation>Hoher &amp;Kontrast, dunkel</translation>
    </message>
    <message>
        <source>High contrast, l&amp;ight</source>
        <translation>Hoher Kontrast, h&amp;ell</translation>
    </message>
    <message>
        <source>&amp;Reload</source>
        <translation>&amp;Neu laden</translation>
    </message>
    <message>
        <source>Reads the store again</source>
        <translation>Liest den Store noch einmal</translation>
    </message>
    <message>
        <source>Reset the l&amp;ayout</source>
        <translation>Anor&amp;dnung zurücksetzen</translation>
    </message>
    <message>
        <source>Resets the sizes of window, panes and columns</source>
        <translation>Setzt die Größen von Fenster, Feldern und Spalten zurück</translation>
    </message>
    <message>
        <source>Text si&amp;ze</source>
        <translation>Schrift&amp;größe</translation>
    </message>
    <message>
        <source>&amp;Larger text</source>
        <translation>&amp;Größere Schrift</translation>
    </message>
    <message>
        <source>Enlarges all text</source>
        <translation>Vergrößert alle Texte</translation>
    </message>
    <message>
        <source>the text has its largest size</source>
        <translation>die Schrift hat ihre größte Größe</translation>
    </message>
    <message>
        <source>&amp;Smaller text</source>
        <translation>&amp;Kleinere Schrift</translation>
    </message>
    <message>
        <source>Makes all text smaller</source>
        <translation>Verkleinert alle Texte</translation>
    </message>
    <message>
        <source>the text has its smallest size</source>
        <translation>die Schrift hat ihre kleinste Größe</translation>
    </message>
    <message>
        <source>&amp;Normal text size</source>
        <translation>&amp;Normale Schriftgröße</translation>
    </message>
    <message>
        <source>Shows text in the size of the desktop</source>
        <translation>Zeigt Texte in der Größe des Desktops</translation>
    </message>
    <message>
        <source>the text has its normal size</source>
        <translation>die Schrift hat ihre normale Größe</translation>
    </message>
    <message>
        <source>Language of the window, from the next start on</source>
        <translation>Sprache des Fensters ab dem nächsten Start</translation>
    </message>
    <message>
        <source>Lan&amp;guage</source>
        <translation>&amp;Sprache</translation>
    </message>
    <message>
        <source>Language of the &amp;system</source>
        <translation>Sprache des &amp;Systems</translation>
    </message>
    <message>
        <source>S&amp;plit left and right</source>
        <translation>Links und rechts &amp;teilen</translation>
    </message>
    <message>
        <source>Shows a second page of the same store at the right</source>
        <translation>Zeigt rechts eine zweite Seite desselben Stores</translation>
    </message>
    <message>
        <source>Lin&amp;k both sides</source>
        <translation>Beide Seiten &amp;koppeln</translation>
    </message>
    <message>
        <source>Both sides share the filter, selection and result</source>
        <translation>Beide Seiten haben denselben Filter, dieselbe Markierung und dasselbe Ergebnis</translation>
    </message>
    <message>
        <source>the window is not split</source>
        <translation>das Fenster ist nicht geteilt</translation>
    </message>
    <message>
        <source>The &amp;other side</source>
        <translation>Die &amp;andere Seite</translation>
    </message>
    <message>
        <source>Moves the keyboard to the other side</source>
        <translation>Gibt der anderen Seite die Tastatur</translation>
    </message>
    <message>
        <source>Text size: %1 %</source>
        <translation>Schriftgröße: %1 %</translation>
    </message>
    <message>
        <source>The language changes when KernelLoupe is started again</source>
        <translation>Die Sprache ändert sich, wenn KernelLoupe neu gestartet wird</translation>
    </message>
    <message>
        <source>&amp;Recent stores</source>
        <translation>&amp;Zuletzt geöffnete Stores</translation>
    </message>
    <message>
        <source>Menus</source>
        <translation>Menüs</translation>
    </message>
    <message>
        <source>About KernelLoupe</source>
        <translation>Über KernelLoupe</translation>
    </message>
    <message>
        <source>KernelLoupe evaluates and studies LLM-generated GPU kernels.
The application is licensed under GPL-3.0-or-later; it uses Qt, Qt Charts and QScintilla.</source>
        <translation>KernelLoupe wertet von LLMs erzeugte GPU-Kernel aus und untersucht sie.
Das Programm steht unter der Lizenz GPL-3.0-or-later; es verwendet Qt, Qt Charts und QScintilla.</translation>
    </message>
    <message>
        <source>Finds any command, run, view or task by part of its name</source>
        <translation>Findet Befehle, Läufe, Ansichten und Aufgaben über einen Teil ihres Namens</translation>
    </message>
    <message>
        <source>View: %1</source>
        <translation>Ansicht: %1</translation>
    </message>
    <message>
        <source>Applies its filter and scope</source>
        <translation>Wendet ihren Filter und ihre Auswahl an</translation>
    </message>
    <message>
        <source>Run: %1</source>
        <translation>Lauf: %1</translation>
    </message>
    <message>
        <source>Shows the results of this run</source>
        <translation>Zeigt die Ergebnisse dieses Laufs</translation>
    </message>
    <message>
        <source>&amp;Tour</source>
        <translation>To&amp;ur</translation>
    </message>
    <message>
        <source>Opens the recorded demo and shows in five steps what is there</source>
        <translation>Öffnet die aufgezeichnete Demo und zeigt in fünf Schritten, was es dort gibt</translation>
    </message>
    <message>
        <source>the recorded demo is not installed</source>
        <translation>die aufgezeichnete Demo ist nicht installiert</translation>
    </message>
    <message>
        <source>Open the &amp;demo</source>
        <translation>&amp;Demo öffnen</translation>
    </message>
    <message>
        <source>Shows the recorded results of our own demonstration kernels</source>
        <translation>Zeigt die aufgezeichneten Ergebnisse unserer Demo-Kernel</translation>
    </message>
</context>
<context>
    <name>loupe::ui::WindowMemory</name>
    <message>
        <source>The last filter is no longer valid: %1</source>
        <translation>Der letzte Filter gilt nicht mehr: %1</translation>
    </message>
</context>
<context>
    <name>loupe::ui::WindowRuns</name>
    <message>
        <source>%1 of %2 correct</source>
        <translation>%1 von %2 richtig</translation>
    </message>
    <message>
        <source>, %1 evaluated before</source>
        <translation>, %1 schon früher ausgewertet</translation>
    </message>
    <message>
        <source>The folder %1 for the demo&apos;s store cannot be made: %2</source>
        <translation>Der Ordner %1 für den Store der Demo kann nicht angelegt werden: %2</translation>
    </message>
    <message>
        <source>Evaluating %1 again, as a new run in this store</source>
        <translation>%1 werden erneut ausgewertet, als neuer Lauf in diesem Store</translation>
    </message>
    <message>
        <source>Run failed: %1</source>
        <translation>Lauf fehlgeschlagen: %1</translation>
    </message>
    <message>
        <source>Run stopped: %1</source>
        <translation>Lauf gestoppt: %1</translation>
    </message>
    <message>
        <source>Run finished: %1</source>
        <translation>Lauf fertig: %1</translation>
    </message>
    <message>
        <source>A run failed</source>
        <translation>Ein Lauf schlug fehl</translation>
    </message>
    <message>
        <source>A run finished</source>
        <translation>Ein Lauf ist fertig</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>“%1” did not finish. Its answers are kept and are not requested again.</source>
        <translation>„%1“ wurde nicht fertig. Die Antworten bleiben erhalten und werden nicht noch einmal angefragt.</translation>
    </message>
    <message>
        <source>Continue…</source>
        <translation>Fortsetzen…</translation>
    </message>
    <message>
        <source>“%1” did not finish. Its results are kept and are not evaluated again.</source>
        <translation>„%1“ wurde nicht fertig. Die Ergebnisse bleiben erhalten und werden nicht noch einmal ausgewertet.</translation>
    </message>
    <message>
        <source> Enter its command again: it is not stored, because it may contain a key.</source>
        <translation> Geben Sie den Befehl noch einmal ein: Er wird nicht gespeichert, weil er einen Schlüssel enthalten kann.</translation>
    </message>
    <message>
        <source>%1 stopped at %2 of %3</source>
        <translation>%1 stoppte bei %2 von %3</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
</context>
<context>
    <name>loupe::ui::WindowStores</name>
    <message>
        <source>Another program deleted the log of the open store. The store was reopened; your marks are kept.</source>
        <translation>Ein anderes Programm hat das Log des offenen Stores gelöscht. Der Store wurde neu geöffnet; Ihre Vermerke bleiben erhalten.</translation>
    </message>
    <message>
        <source>The store of the last session was not found: %1</source>
        <translation>Der Store der letzten Sitzung wurde nicht gefunden: %1</translation>
    </message>
    <message>
        <source>Open a store</source>
        <translation>Store öffnen</translation>
    </message>
    <message>
        <source>Stores (*.kloupe);;All files (*)</source>
        <translation>Stores (*.kloupe);;Alle Dateien (*)</translation>
    </message>
    <message>
        <source>Opening %1…</source>
        <translation>%1 wird geöffnet…</translation>
    </message>
    <message>
        <source>%1 – KernelLoupe</source>
        <translation>%1 – KernelLoupe</translation>
    </message>
    <message>
        <source>KernelLoupe</source>
        <translation>KernelLoupe</translation>
    </message>
    <message>
        <source>%1 was deleted or renamed. The open data is complete, but marks are no longer saved. Save a copy, or restore the file.</source>
        <translation>%1 wurde gelöscht oder umbenannt. Die offenen Daten sind vollständig, aber Vermerke werden nicht mehr gespeichert. Speichern Sie eine Kopie, oder stellen Sie die Datei wieder her.</translation>
    </message>
    <message>
        <source>Save a copy…</source>
        <translation>Kopie speichern…</translation>
    </message>
    <message>
        <source>%1 was replaced by another file. The window still shows the old store; marks are no longer saved.</source>
        <translation>%1 wurde durch eine andere Datei ersetzt. Das Fenster zeigt noch den alten Store; Vermerke werden nicht mehr gespeichert.</translation>
    </message>
    <message>
        <source>Save a copy of the store</source>
        <translation>Kopie des Stores speichern</translation>
    </message>
    <message>
        <source>Stores (*.kloupe)</source>
        <translation>Stores (*.kloupe)</translation>
    </message>
    <message>
        <source>Saving a copy…</source>
        <translation>Kopie wird gespeichert…</translation>
    </message>
    <message>
        <source>The copy was not saved: %1</source>
        <translation>Die Kopie wurde nicht gespeichert: %1</translation>
    </message>
    <message>
        <source>A copy was saved as %1</source>
        <translation>Kopie als %1 gespeichert</translation>
    </message>
    <message>
        <source>%1 was written by an older KernelLoupe, as version %2. Bringing it up to date first saves a copy in the same folder, named …v%2-backup.</source>
        <translation>%1 wurde von einem älteren KernelLoupe als Version %2 geschrieben. Die Aktualisierung speichert zuerst eine Kopie im selben Ordner mit dem Namen …v%2-backup.</translation>
    </message>
    <message>
        <source>Bring up to date</source>
        <translation>Aktualisieren</translation>
    </message>
    <message>
        <source>%1 is up to date</source>
        <translation>%1 ist auf dem neuesten Stand</translation>
    </message>
    <message>
        <source>The update was stopped; the store is unchanged</source>
        <translation>Die Aktualisierung wurde gestoppt; der Store ist unverändert</translation>
    </message>
    <message>
        <source>%2 has %1 database object that KernelLoupe did not create. The results shown may be altered, and nothing is saved.</source>
        <translation>%2 hat %1 Datenbankobjekt, das KernelLoupe nicht angelegt hat. Die gezeigten Ergebnisse können verändert sein, und nichts wird gespeichert.</translation>
    </message>
    <message>
        <source>%2 has %1 database objects that KernelLoupe did not create. The results shown may be altered, and nothing is saved.</source>
        <translation>%2 hat %1 Datenbankobjekte, die KernelLoupe nicht angelegt hat. Die gezeigten Ergebnisse können verändert sein, und nichts wird gespeichert.</translation>
    </message>
    <message>
        <source>Show them</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Objects that KernelLoupe did not create</source>
        <translation>Objekte, die KernelLoupe nicht angelegt hat</translation>
    </message>
    <message>
        <source>Import the records into a new store, or ask the author of this one.</source>
        <translation>Importieren Sie die Datensätze in einen neuen Store, oder fragen Sie die Person, von der dieser stammt.</translation>
    </message>
    <message>
        <source>Folder of the suite&apos;s checkout</source>
        <translation>Ordner des Checkouts der Suite</translation>
    </message>
    <message>
        <source>Reading the suite…</source>
        <translation>Die Suite wird gelesen…</translation>
    </message>
    <message>
        <source>Export results</source>
        <translation>Ergebnisse exportieren</translation>
    </message>
    <message>
        <source>Comma-separated values (*.csv)</source>
        <translation>Durch Komma getrennte Werte (*.csv)</translation>
    </message>
    <message>
        <source>Exporting…</source>
        <translation>Export läuft…</translation>
    </message>
    <message>
        <source>The results were exported to %1</source>
        <translation>Die Ergebnisse wurden nach %1 exportiert</translation>
    </message>
    <message>
        <source>%1 cannot be imported in this build</source>
        <translation>%1 kann mit dieser Version des Programms nicht importiert werden</translation>
    </message>
    <message>
        <source>No store has been opened yet</source>
        <translation>Noch kein Store wurde geöffnet</translation>
    </message>
    <message>
        <source>The times of the demo runs were measured on another machine (%1)</source>
        <translation>Die Zeiten der Demo-Läufe wurden auf einem anderen Rechner gemessen (%1)</translation>
    </message>
</context>
<context>
    <name>loupe::ui::WindowTour</name>
    <message>
        <source>Overview: every method in one line</source>
        <translation>Übersicht: jede Methode in einer Zeile</translation>
    </message>
    <message>
        <source>How many kernels of a method are correct, how many of them are faster than the reference, and how much faster they are: the geometric mean with its interval.</source>
        <translation>Wie viele Kernel einer Methode richtig sind, wie viele davon schneller als die Referenz, und um wie viel: das geometrische Mittel mit seinem Intervall.</translation>
    </message>
    <message>
        <source>Results: the kernels behind a number</source>
        <translation>Ergebnisse: die Kernel hinter einer Zahl</translation>
    </message>
    <message>
        <source>A click on any number opens its kernels here. These are the wrong results of demo-failing, as the filter at the top says.</source>
        <translation>Ein Klick auf eine Zahl öffnet hier ihre Kernel. Dies sind die falschen Ergebnisse von demo-failing, wie der Filter oben sagt.</translation>
    </message>
    <message>
        <source>A kernel: why it failed</source>
        <translation>Ein Kernel: warum er fehlschlug</translation>
    </message>
    <message>
        <source>Enter on a line opens its kernel: the reference at the left, the candidate at the right, and the cause in the tabs below. Esc returns to the list.</source>
        <translation>Eingabe auf einer Zeile öffnet ihren Kernel: links die Referenz, rechts der Kandidat, und in den Registerkarten darunter die Ursache. Esc führt zur Liste zurück.</translation>
    </message>
    <message>
        <source>Trajectories: from round to round</source>
        <translation>Trajektorien: von Runde zu Runde</translation>
    </message>
    <message>
        <source>demo-refine corrects its kernels over several rounds. Each line of the list is one kernel with its outcome in every round, and the right side has what changed in its code.</source>
        <translation>demo-refine verbessert seine Kernel über mehrere Runden. Jede Zeile der Liste ist ein Kernel mit seinem Ausgang in jeder Runde, und rechts steht, was sich in seinem Quelltext geändert hat.</translation>
    </message>
    <message>
        <source>Distributions: from a chart to a figure</source>
        <translation>Verteilungen: vom Diagramm zur Abbildung</translation>
    </message>
    <message>
        <source>Make figure… at the top right turns a chart into a figure for a paper: PDF, SVG, PNG or PGF, with a caption. This is the end of the tour; F1 explains every page.</source>
        <translation>„Abbildung erstellen…“ oben rechts macht aus einem Diagramm eine Abbildung für einen Artikel: PDF, SVG, PNG oder PGF, mit Bildunterschrift. Das ist das Ende der Tour; F1 erklärt jede Seite.</translation>
    </message>
    <message>
        <source>Five short steps show what you can do with these results.</source>
        <translation>Fünf kurze Schritte zeigen, was Sie mit diesen Ergebnissen tun können.</translation>
    </message>
    <message>
        <source>Take the tour</source>
        <translation>Tour beginnen</translation>
    </message>
</context>
<context>
    <name>loupe::ui::inWindowWords</name>
    <message>
        <source>choose its folder with “Browse…”</source>
        <translation>wählen Sie seinen Ordner mit „Durchsuchen…“</translation>
    </message>
    <message>
        <source>use “Resume the unfinished run” in the menu Run</source>
        <translation>verwenden Sie „Unfertigen Lauf fortsetzen“ im Menü Lauf</translation>
    </message>
    <message>
        <source>“Resume the unfinished run”</source>
        <translation>„Unfertigen Lauf fortsetzen“</translation>
    </message>
    <message>
        <source>continue it with “Resume the unfinished run”</source>
        <translation>setzen Sie ihn mit „Unfertigen Lauf fortsetzen“ fort</translation>
    </message>
    <message>
        <source>continue with “Resume the unfinished run”</source>
        <translation>setzen Sie mit „Unfertigen Lauf fortsetzen“ fort</translation>
    </message>
    <message>
        <source>“Resume the run of this name”</source>
        <translation>„Den Lauf dieses Namens fortsetzen“</translation>
    </message>
    <message>
        <source>“Run name”</source>
        <translation>„Name des Laufs“</translation>
    </message>
    <message>
        <source>“Suite”</source>
        <translation>„Suite“</translation>
    </message>
    <message>
        <source>“Store”</source>
        <translation>„Store“</translation>
    </message>
    <message>
        <source>“Platform”</source>
        <translation>„Plattform“</translation>
    </message>
    <message>
        <source>“Device”</source>
        <translation>„Gerät“</translation>
    </message>
    <message>
        <source>“Python”</source>
        <translation>„Python“</translation>
    </message>
    <message>
        <source>“Gradients”</source>
        <translation>„Gradienten“</translation>
    </message>
    <message>
        <source>“Precision”</source>
        <translation>„Genauigkeit“</translation>
    </message>
    <message>
        <source>“Samples”</source>
        <translation>„Samples“</translation>
    </message>
    <message>
        <source>“Rounds”</source>
        <translation>„Runden“</translation>
    </message>
    <message>
        <source>“Shapes”</source>
        <translation>„Formen“</translation>
    </message>
    <message>
        <source>“Doctor…” in the menu Help says what is permitted; within the sandbox the driver may not see an administrator</source>
        <translation>„Doctor…“ im Menü Hilfe sagt, was erlaubt ist; in der Sandbox sieht der Treiber womöglich keinen Administrator</translation>
    </message>
    <message>
        <source>“Doctor…” in the menu Help</source>
        <translation>„Doctor…“ im Menü Hilfe</translation>
    </message>
    <message>
        <source>“Doctor…” in the menu Help says what is missing</source>
        <translation>„Doctor…“ im Menü Hilfe sagt, was fehlt</translation>
    </message>
    <message>
        <source>evaluate the candidate with “New run…” first</source>
        <translation>werten Sie den Kandidaten zuerst mit „Neuer Lauf…“ aus</translation>
    </message>
    <message>
        <source>evaluate it with “New run…”</source>
        <translation>werten Sie ihn mit „Neuer Lauf…“ aus</translation>
    </message>
    <message>
        <source>no findings; verdict under it</source>
        <translation>keine Befunde; Urteil darunter</translation>
    </message>
    <message>
        <source>findings; verdict under it</source>
        <translation>Befunde; Urteil darunter</translation>
    </message>
    <message>
        <source>finding; verdict under it</source>
        <translation>Befund; Urteil darunter</translation>
    </message>
    <message>
        <source>further launches were not counted</source>
        <translation>weitere Starts wurden nicht gezählt</translation>
    </message>
    <message>
        <source>no samples of instructions</source>
        <translation>keine Messwerte von Befehlen</translation>
    </message>
    <message>
        <source>samples of rare instructions are not listed</source>
        <translation>Messwerte seltener Befehle sind nicht aufgeführt</translation>
    </message>
    <message>
        <source>samples were lost</source>
        <translation>Messwerte gingen verloren</translation>
    </message>
    <message>
        <source>no instruction was sampled</source>
        <translation>kein Befehl wurde erfasst</translation>
    </message>
    <message>
        <source>no kernel was launched</source>
        <translation>kein Kernel wurde gestartet</translation>
    </message>
</context>
<context>
    <name>loupe::ui::makeSteps</name>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
</context>
</TS>
