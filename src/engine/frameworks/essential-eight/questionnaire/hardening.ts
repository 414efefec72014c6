import { question, type Section } from './question.ts'

export const BROWSERS_AND_DOCUMENTS: Section = {
  id: 'browsers-and-documents',
  title: 'Browsers, Office and PDF programs',
  questions: [
    question('ISM-1654', 'Is Internet Explorer 11 removed or disabled on all computers and servers?', {
      yes: 'it cannot be started anywhere. Windows 11, a policy or a removal counts: say in the note what did.',
      partly: 'some machines still have it.',
      no: 'it can be started.',
      look: 'Windows features and policies, also on servers and on computers outside Intune.',
      evidence: 'an inventory or script result for all machines.',
    }),
    question('ISM-1486', 'Is Java from the internet switched off in every browser, not only in Edge?', {
      yes: 'no browser in use can run it. Current versions of Edge, Chrome, Firefox and Safari cannot.',
      partly: 'a few people still use an old browser that can.',
      no: 'a browser with a Java plug-in is in general use.',
      look: 'the list of discovered applications in Intune: old browsers and Java plug-ins.',
      evidence: 'the list of browsers with their versions.',
    }),
    question('ISM-1485', 'Are advertisements from the internet blocked in every browser?', {
      yes: 'an ad blocker, a browser policy or a DNS filter blocks them on all computers and in all browsers.',
      partly: 'some browsers or computers are left out.',
      no: 'advertisements are shown.',
      look: 'extension policies of each browser, and the filter of your firewall or DNS.',
      evidence: 'the policy, or a screenshot of a news page without advertisements.',
    }),
    question('ISM-1412', 'Do all browsers, not only Edge, follow the hardening guidance of ASD and of their vendor?', {
      yes: 'each browser in use has a policy based on both, with the stricter value where they differ; if only Edge is in use, answer yes.',
      partly: 'some browsers, or some settings, are left out.',
      no: 'other browsers run with their default settings.',
      look: 'the list of browsers in use, and the policies for Chrome and Firefox.',
      evidence: 'the policies, compared with the guidance.',
    }),
    question('ISM-1585', 'Are users prevented from changing the security settings of every browser they use?', {
      yes: 'a policy sets them in each browser, and users cannot install other browsers.',
      partly: 'this is true for some browsers or computers.',
      no: 'users can change them.',
      look: 'the settings page of each browser: what is managed shows a lock or a note.',
      evidence: 'a screenshot of a locked setting in each browser.',
    }),
    question(
      'ISM-1542',
      'Are users prevented from opening files embedded in Office documents (OLE packages), on all computers?',
      {
        yes: 'a test document with an embedded file shows that it does not open, for every Office program and user.',
        partly: 'some computers, users or Office programs are left out.',
        no: 'embedded files open.',
        look: 'the registry value PackagerPrompt, also on computers outside Intune.',
        evidence: 'a screenshot of the refused file, and the script or policy that sets it.',
      },
    ),
    question('ISM-1860', 'Does every PDF program follow the hardening guidance of ASD and of its vendor?', {
      yes: 'each PDF program in use has a policy based on both, with the stricter value where they differ.',
      partly: 'some programs, settings or computers are left out.',
      no: 'PDF programs run with their default settings.',
      look: 'the list of PDF programs in use, and the policy for each.',
      evidence: 'the policies, compared with the guidance.',
    }),
    question('ISM-1824', 'Are users prevented from changing the security settings of their PDF programs?', {
      yes: 'machine policy sets them, and users see them greyed out.',
      partly: 'this is true for some programs or settings.',
      no: 'users can change them.',
      look: 'the security preferences of each PDF program.',
      evidence: 'a screenshot of the locked preferences.',
    }),
    question('ISM-1667', 'Are Office applications prevented from starting other programs?', {
      yes: 'a rule blocks this on all computers, and is not only in audit mode. The attack surface reduction rule counts where Microsoft Defender Antivirus is the active antivirus, and so does another product that does the same: name it in the note.',
      partly: 'some computers are left out, or the rule is only in audit mode.',
      no: 'Office can start any program.',
      look: 'attack surface reduction rules, or your endpoint protection.',
      evidence: 'the rule in block mode with the number of computers.',
    }),
    question('ISM-1668', 'Are Office applications prevented from writing programs and scripts to disk?', {
      yes: 'a rule blocks this on all computers, and is not only in audit mode. The attack surface reduction rule counts where Microsoft Defender Antivirus is the active antivirus, and so does another product that does the same: name it in the note.',
      partly: 'some computers are left out, or the rule is only in audit mode.',
      no: 'Office can write them.',
      look: 'attack surface reduction rules, or your endpoint protection.',
      evidence: 'the rule in block mode with the number of computers.',
    }),
    question('ISM-1669', 'Are Office applications prevented from injecting code into other running programs?', {
      yes: 'a rule blocks this on all computers, and is not only in audit mode. The attack surface reduction rule counts where Microsoft Defender Antivirus is the active antivirus, and so does another product that does the same: name it in the note.',
      partly: 'some computers are left out, or it is only in audit mode.',
      no: 'nothing prevents it.',
      look: 'attack surface reduction rules, or your endpoint protection.',
      evidence: 'the rule in block mode with the number of computers.',
    }),
    question(
      'ISM-1859',
      'Does Office follow the hardening guidance of ASD and of Microsoft, with the stricter value where they differ?',
      {
        yes: 'a policy based on both is in force for everybody; if another office suite is in use, it follows its vendor’s guidance. Intune, group policy, Cloud Policy for Microsoft 365 or any other method counts: name it in the note.',
        partly: 'some settings, people or computers are left out, or the policy is based on only one of them.',
        no: 'Office runs with its default settings.',
        look: 'the Office policies, compared with ASD’s guidance and Microsoft’s security baseline.',
        evidence: 'the policies, and the list of settings that you deviate from.',
      },
    ),
    question('ISM-1823', 'Are users prevented from changing the security settings of Office?', {
      yes: 'mandatory policy sets them for everybody. Intune, group policy, Cloud Policy for Microsoft 365 or any other method counts: name it in the note.',
      partly: 'some applications, people or computers are left out.',
      no: 'users can change them.',
      look: 'the Trust Center of each Office application, as an ordinary user sees it.',
      evidence: 'a screenshot of the greyed-out settings.',
    }),
    question('ISM-1670', 'Is every PDF program prevented from starting other programs?', {
      yes: 'a rule or a sandbox prevents this for each PDF program in use, on all computers. The attack surface reduction rule for Adobe Reader, where Microsoft Defender Antivirus is the active antivirus, or any other method counts: name it in the note.',
      partly: 'some PDF programs or computers are left out, or the rule is only in audit mode.',
      no: 'PDF programs can start any program.',
      look: 'the list of PDF programs in use, and your endpoint protection.',
      evidence: 'the rule or setting for each PDF program.',
    }),
  ],
}

export const WINDOWS_AND_POWERSHELL: Section = {
  id: 'windows-and-powershell',
  title: 'Old components of Windows, and PowerShell',
  questions: [
    question('ISM-1655', 'Is .NET Framework 3.5 removed or off on all computers and servers?', {
      yes: 'it is not installed anywhere.',
      partly: 'some computers still have it for an old application.',
      no: 'it is installed, or nobody knows.',
      look: 'Windows features, also on computers and servers outside Intune.',
      evidence: 'an inventory or script result for all machines.',
    }),
    question('ISM-1621', 'Is the old Windows PowerShell 2.0 removed or off on all computers and servers?', {
      yes: 'it is not installed anywhere; the latest releases of Windows no longer contain it.',
      partly: 'some machines still have it.',
      no: 'it is installed, or nobody knows.',
      look: 'Windows features, also on computers and servers outside Intune.',
      evidence: 'an inventory or script result for all machines.',
    }),
    question('ISM-1622', 'Does PowerShell run in constrained language mode on all computers and servers?', {
      yes: 'for ordinary users, $ExecutionContext.SessionState.LanguageMode says ConstrainedLanguage on every kind of machine.',
      partly: 'this is true for some machines.',
      no: 'it says FullLanguage.',
      look: 'a PowerShell window of an ordinary user, on a computer and on a server.',
      evidence: 'screenshots of the answer.',
    }),
    question(
      'ISM-1623',
      'Are PowerShell modules, script blocks and transcripts of all machines stored in one central log?',
      {
        yes: 'all three are recorded everywhere, and arrive in one place.',
        partly: 'some of the three, or some machines, are missing.',
        no: 'they are not recorded, or stay on each machine.',
        look: 'the sources of your central log, and the folder that transcripts are written to.',
        evidence: 'a search in the central log that shows a script block of a recent day.',
      },
    ),
    question(
      'ISM-1889',
      'Is the start of each process, with its command line, stored in one central log, for all machines?',
      {
        yes: 'events of all computers and servers arrive in one place with the full command line.',
        partly: 'some machines or command lines are missing.',
        no: 'they are not recorded, or stay on each machine.',
        look: 'process events in Defender, or event 4688 in your central log.',
        evidence: 'a search in the central log that shows a command line of a recent day.',
      },
    ),
  ],
}
