import { question, type Section } from './question.ts'

export const MACROS: Section = {
  id: 'macros',
  title: 'Office macros',
  questions: [
    question('ISM-1671', 'Are Office macros off for everybody whose work has no proven need for them?', {
      yes: 'macros are disabled for all but a short list of people whose need is written down. Intune, group policy, Cloud Policy for Microsoft 365 or any other method counts: name it in the note.',
      partly: 'some people or Office applications are left out, or the list has no reasons.',
      no: 'most people can run macros.',
      look: 'macro notification settings of each Office application, and the exempt group.',
      evidence: 'the policy, and the list of people with their reasons.',
    }),
    question('ISM-1488', 'Are macros blocked in Office files that came from the internet?', {
      yes: 'Word, Excel, PowerPoint, Access and Visio block them for everybody, and nobody can allow them. Intune, group policy, Cloud Policy for Microsoft 365 or any other method counts: name it in the note.',
      partly: 'some applications, people or computers are left out.',
      no: 'people can enable them.',
      look: 'the setting “Block macros from running in Office files from the internet”.',
      evidence: 'the policy, or a screenshot of a blocked file.',
    }),
    question('ISM-1672', 'Does antivirus software examine Office macros while they run?', {
      yes: 'it does on all computers and for all documents. Microsoft Defender or any other product that works with Office counts: name it in the note.',
      partly: 'it covers only documents of low trust, or some computers are left out.',
      no: 'it does not, or nobody knows.',
      look: 'the macro runtime scan scope of Office, and the console of your antivirus product.',
      evidence: 'the policy, and the setting of the antivirus product.',
    }),
    question('ISM-1673', 'Are Office macros prevented from calling the Windows programming interface (Win32 API)?', {
      yes: 'a rule blocks this on all computers, and is not only in audit mode. The attack surface reduction rule counts where Microsoft Defender Antivirus is the active antivirus, and so does another product that does the same: name it in the note.',
      partly: 'some computers are left out, or it is only in audit mode.',
      no: 'macros can call it.',
      look: 'attack surface reduction rules, or your endpoint protection.',
      evidence: 'the rule in block mode with the number of computers.',
    }),
    question('ISM-1489', 'Are users prevented from changing the macro settings of Office?', {
      yes: 'mandatory policy sets them, and the Trust Center shows them greyed out. Intune, group policy, Cloud Policy for Microsoft 365 or any other method counts: name it in the note.',
      partly: 'some applications, people or computers are left out.',
      no: 'users can change them.',
      look: 'the Trust Center of each Office application, as an ordinary user sees it.',
      evidence: 'a screenshot of the greyed-out settings.',
    }),
    question(
      'ISM-1674',
      'Can a macro run only in a sandbox, from a trusted location or with the signature of a trusted publisher?',
      {
        yes: 'policy allows nothing else, and users cannot add trusted locations. If macros are off for everybody, answer yes. Intune, group policy, Cloud Policy for Microsoft 365 or any other method counts: name it in the note.',
        partly: 'some applications, people or computers are left out.',
        no: 'other macros can run.',
        look: 'macro notification settings and trusted locations in the Office policies.',
        evidence: 'the policies for each Office application.',
      },
    ),
    question('ISM-1675', 'Are users unable to enable a macro signed by a publisher that you do not trust?', {
      yes: 'neither the Message Bar nor the Backstage view offers a button for it. If macros are off for everybody, answer yes. Intune, group policy, Cloud Policy for Microsoft 365 or any other method counts: name it in the note.',
      partly: 'some applications, people or computers are left out.',
      no: 'users can enable content.',
      look: 'the Message Bar, and File > Info, as an ordinary user sees them.',
      evidence: 'a screenshot of a blocked macro without a button.',
    }),
    question('ISM-1891', 'Are users unable to enable a macro whose signature is older than the V3 format?', {
      yes: 'policy trusts only V3 signatures. If macros are off for everybody, answer yes. Intune, group policy, Cloud Policy for Microsoft 365 or any other method counts: name it in the note.',
      partly: 'some applications, people or computers are left out.',
      no: 'older signatures work.',
      look: 'the setting “Only trust VBA macros that use V3 signatures”.',
      evidence: 'the policy for each Office application.',
    }),
    question(
      'ISM-1890',
      'Is each Office macro examined for malicious code before it is signed or put in a trusted location?',
      {
        yes: 'named people examine every new or changed macro, and nothing is released without their approval.',
        partly: 'some macros were released before this rule, or by others.',
        no: 'nobody examines them.',
        look: 'the procedure, and who holds the signing certificate.',
        evidence: 'records of the last macros that were examined.',
      },
    ),
    question('ISM-1487', 'Can only the people who examine macros write to trusted locations?', {
      yes: 'every trusted location is read-only for all others, or there are no trusted locations.',
      partly: 'some locations can be written to by others.',
      no: 'users can write there.',
      look: 'trusted locations in the Office policy, and the permissions of these folders.',
      evidence: 'the list of locations with the permissions of each.',
    }),
    question('ISM-1676', 'Was the list of publishers that Office trusts reviewed within the last year?', {
      yes: 'somebody reviewed the trusted publishers within twelve months and removed those that are not needed; an empty list counts as yes.',
      partly: 'only some computers or some publishers were reviewed.',
      no: 'nobody has looked.',
      look: 'trusted publisher certificates in Intune or group policy.',
      evidence: 'the list with the date of the review.',
    }),
  ],
}
