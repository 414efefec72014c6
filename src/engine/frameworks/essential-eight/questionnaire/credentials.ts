import { question, type Section } from './question.ts'

export const CREDENTIALS: Section = {
  id: 'credentials',
  title: 'Protection of credentials in Windows',
  questions: [
    question(
      'ISM-1896',
      'Is memory integrity (hypervisor-protected code integrity) on, on all Windows computers and servers?',
      {
        yes: 'every machine reports it as running. Intune, group policy, another tool or the factory setting may have turned it on: say in the note what did.',
        partly: 'some machines lack it, or have drivers that prevent it.',
        no: 'it is off, or nobody knows.',
        look: 'Core isolation in Windows Security, msinfo32, or the report of your management tool.',
        evidence: 'an inventory or script result for all machines.',
      },
    ),
    question(
      'ISM-1861',
      'Does the Local Security Authority (LSASS) run as a protected process on all Windows computers and servers?',
      {
        yes: 'every machine reports it as on. Any tool, or the default of a recent Windows, may have set it: say in the note what did.',
        partly: 'some machines are left out.',
        no: 'it is off, or nobody knows.',
        look: 'the registry value RunAsPPL, or Local Security Authority protection in Windows Security.',
        evidence: 'an inventory or script result for all machines.',
      },
    ),
    question('ISM-1686', 'Is Windows Credential Guard on, on all Windows computers and servers?', {
      yes: 'every machine reports it as running. Any tool, or the default of a recent Windows, may have set it: say in the note what did.',
      partly: 'some machines or editions of Windows are left out.',
      no: 'it is off, or nobody knows.',
      look: 'msinfo32, where the running virtualisation-based security services are listed.',
      evidence: 'an inventory or script result for all machines.',
    }),
    question(
      'ISM-1897',
      'Do remote desktop connections use Remote Credential Guard, so that credentials stay on the connecting computer?',
      {
        yes: 'computers and servers accept it, and a policy makes people use it. Group policy or any other tool counts: name it in the note.',
        partly: 'it is allowed but not required, or some servers are left out.',
        no: 'it is not used.',
        look: 'policies on delegation of credentials, on the connecting computers and on the servers.',
        evidence: 'the two policies, or the settings of a connection.',
      },
    ),
  ],
}
