import { question, type Section } from './question.ts'

export const BACKUPS: Section = {
  id: 'backups',
  title: 'Backups',
  questions: [
    question(
      'ISM-1511',
      'Is everything the business needs backed up, as often as it needs and for as long as it needs?',
      {
        yes: 'for each important system you decided how much may be lost and how long backups are kept, and data, applications and settings are backed up accordingly.',
        partly: 'some systems or settings are left out, or nobody has decided how often.',
        no: 'there are no backups of important systems.',
        look: 'the console of your backup product, and the list of systems in the business continuity plan. Microsoft 365 needs a backup too.',
        evidence: 'the list of systems with schedule and retention, and last night’s backup report.',
      },
    ),
    question('ISM-1810', 'Can systems that belong together be restored to the same point in time?', {
      yes: 'backups of such systems are taken together, for example an application with its database.',
      partly: 'some are taken at different times.',
      no: 'each is backed up separately.',
      look: 'the schedules in the backup console.',
      evidence: 'the schedule, or the notes of a restore of several systems.',
    }),
    question('ISM-1811', 'Are backups stored safely, where neither an attacker nor a disaster can easily reach them?', {
      yes: 'at least one copy is stored elsewhere, under other credentials, and offline or unchangeable.',
      partly: 'a copy is stored elsewhere, but the same administrators could destroy it.',
      no: 'all copies are next to the systems.',
      look: 'the storage locations and their accounts.',
      evidence: 'the storage settings: place, account and lock.',
    }),
    question(
      'ISM-1515',
      'Did you try, in a disaster recovery exercise, to restore data, applications and settings to one point in time?',
      {
        yes: 'you did so within the last year for a representative set of systems, and it worked or the faults were fixed.',
        partly: 'single files were restored, or the exercise is older.',
        no: 'restoring has never been tried.',
        look: 'the notes of the last exercise.',
        evidence: 'the notes: date, systems, time it took, what went wrong.',
      },
    ),
    question('ISM-1812', 'Are ordinary accounts prevented from accessing other people’s backups?', {
      yes: 'only backup operators can open the backup console and storage.',
      partly: 'some shares or consoles are open to more people.',
      no: 'access is not restricted.',
      look: 'roles in the backup product, and permissions of its storage.',
      evidence: 'the list of accounts with access.',
    }),
    question('ISM-1813', 'Are ordinary accounts prevented from accessing even their own backups?', {
      yes: 'people ask for a restore, and can neither restore nor read the backup themselves.',
      partly: 'this is true for some systems.',
      no: 'people restore their own files from backup.',
      look: 'self-service restore in the backup product.',
      evidence: 'the setting that switches self-service off.',
    }),
    question(
      'ISM-1705',
      'Are administrators who are not in charge of backups prevented from accessing other people’s backups?',
      {
        yes: 'only the backup administrators have a role in the backup product and rights on its storage.',
        partly: 'some other administrators still have access.',
        no: 'every administrator has access.',
        look: 'roles in the backup product; whether Global or domain administrators are among them.',
        evidence: 'the list of accounts with access, and the role of each.',
      },
    ),
    question(
      'ISM-1706',
      'Are administrators who are not in charge of backups prevented from accessing even their own backups?',
      {
        yes: 'they have no access to backup data at all, their own included.',
        partly: 'this is true for some systems.',
        no: 'they can reach their own.',
        look: 'roles in the backup product, and self-service restore for administrators.',
        evidence: 'the list of accounts with access, and the setting for self-service.',
      },
    ),
    question('ISM-1814', 'Are ordinary accounts prevented from changing or deleting backups?', {
      yes: 'no ordinary account can write to backup storage, network drives included.',
      partly: 'this is true for most of the storage.',
      no: 'a user, or malware that runs as one, could destroy backups.',
      look: 'permissions of backup storage and of shares with backups.',
      evidence: 'the permissions of each storage.',
    }),
    question(
      'ISM-1707',
      'Are administrators who are not in charge of backups prevented from changing or deleting them?',
      {
        yes: 'backup storage has credentials of its own that other administrators do not have.',
        partly: 'some of the storage can be reached with their everyday rights.',
        no: 'any administrator could delete backups.',
        look: 'owners of the storage account or appliance, and members of its administrator groups.',
        evidence: 'the list of accounts with delete rights.',
      },
    ),
    question(
      'ISM-1708',
      'Are even backup administrators prevented from changing or deleting backups before their retention period ends?',
      {
        yes: 'a locked retention, which no account can shorten, protects all backups.',
        partly: 'it protects some backups, or an administrator could lift it.',
        no: 'backup administrators can delete any backup.',
        look: 'immutability or retention lock in the backup product and its storage.',
        evidence: 'the setting, locked, with its period.',
      },
    ),
  ],
}
