import type { Remedy } from '../../model/remedy.ts'
import { ASD } from '../links/asd.ts'
import { learn } from '../links/learn.ts'
import { LEARN } from '../links/learn-pages.ts'
import { PUBLICATIONS } from '../links/publications.ts'

export const BACKUPS: readonly Remedy[] = [
  {
    id: 'back-up-everything-the-business-needs',
    title: 'Decide for each system how much may be lost, and back it up accordingly',
    checks: [],
    requirements: ['ISM-1511', 'PR.DS-11'],
    hints: ['backup-policies'],
    why: 'After ransomware, a fire or a wrong click, the business can continue only with what was backed up; the rest has to be rebuilt or is lost.',
    steps: [
      {
        text: 'With the owner of the business, list the important systems: Microsoft 365, file shares, accounting, customer data, websites, servers, firewalls, computers with local data.',
      },
      {
        text: 'For each, write down how much work may be lost (an hour, a day), how long it may be down, and how long you need its backups, including by law or contract.',
      },
      {
        text: 'Assign a backup to each: product, schedule, retention and place. Include applications and settings, such as server images, firewall and tenant configuration, keys and licences, not only files.',
      },
      {
        text: 'Have the product send a report after each run, and name the person who reads it and repairs failed jobs the same day.',
      },
      {
        text: 'Review the list twice a year and whenever a system is added: no new system goes live without a backup or a reason why it needs none. A copy out of reach and a tested restore complete the work.',
      },
    ],
    licence: 'Depends on the backup product; storage is usually the larger cost',
    usersNotice: 'People notice nothing, except that local folders may move to a place that is backed up.',
    effort: 'days',
    verified:
      'Answer the questionnaire, and show the list of systems with schedule and retention beside last night’s backup report.',
    documentation: [LEARN.essentialEightBackups, PUBLICATIONS.ncscOfflineBackups, ASD.maturityModel],
  },
  {
    id: 'back-up-microsoft-365',
    title: 'Back up mailboxes, SharePoint and OneDrive',
    checks: ['backup-policies'],
    requirements: ['ISM-1511'],
    why: 'Microsoft replicates your data against its own failures; if somebody deletes or encrypts it in your name, the recycle bin covers only weeks.',
    steps: [
      {
        text: 'Choose a product: Microsoft 365 Backup, or another vendor’s product that stores a copy outside the tenant. Compare retention, restore speed, and who can delete backups.',
      },
      {
        text: 'For Microsoft 365 Backup, set up pay-as-you-go billing with an Azure subscription, and turn Backup on in the Microsoft 365 admin center.',
        link: LEARN.backupSetup,
      },
      {
        text: 'In Settings > Microsoft 365 Backup, create one policy each for Exchange, SharePoint and OneDrive that contains every mailbox, site and drive the business needs, shared mailboxes and the sites of teams included.',
        link: { title: 'Microsoft 365 admin center', url: 'https://admin.microsoft.com/' },
      },
      {
        text: 'Check after a day that the policies are active without errors, and add new people and sites: by a rule, or as a step of your checklists.',
      },
      { text: 'Restore one mailbox folder, one site and one drive to a second place, and note how long it took.' },
    ],
    script: {
      language: 'Graph',
      needs: 'BackupRestore-Configuration.Read.All',
      check: 'GET https://graph.microsoft.com/v1.0/solutions/backupRestore/protectionPolicies',
    },
    licence: 'Microsoft 365 Backup is billed by protected volume through Azure, with any plan; other products per user',
    usersNotice: 'People notice nothing until something has to be restored.',
    effort: 'hours',
    verified:
      'The next run shows which policies of Microsoft 365 Backup are active. It cannot see other products, so the answer in the questionnaire decides, with schedule, retention and a recent report.',
    documentation: [
      LEARN.backupSetup,
      learn('What Microsoft 365 Backup covers', 'microsoft-365/backup/backup-overview'),
    ],
  },
  {
    id: 'back-up-related-systems-together',
    title: 'Back up systems that belong together at the same time',
    checks: [],
    requirements: ['ISM-1810'],
    why: 'An accounting program from Monday does not work with a database from Sunday; orders, payments and stock then contradict each other.',
    steps: [
      {
        text: 'Draw which systems exchange data: application and database, file store and document index, directory and servers, shop and accounting.',
      },
      {
        text: 'In your backup product, put each such set into one job or protection group that takes them together, with application-consistent snapshots where the product offers them.',
      },
      {
        text: 'Where one product cannot cover the set, for example with a cloud service, align the schedules and pause writing, or record the exact times so that all can be restored to the same point in time.',
      },
      {
        text: 'Restore one set to a chosen point in time in a test environment, start it, and compare a few recent records on both sides.',
      },
    ],
    licence: 'Consistent sets may need a higher edition of the backup product',
    usersNotice: 'People notice nothing, or a pause of seconds at night.',
    effort: 'days',
    verified:
      'Answer the questionnaire, and show the schedule or the notes of a restore of several systems to one point in time.',
    documentation: [LEARN.essentialEightBackups, ASD.assessment],
  },
  {
    id: 'test-restoring-in-an-exercise',
    title: 'Restore important systems in an exercise at least once a year',
    checks: [],
    requirements: ['ISM-1515', 'PR.DS-11'],
    why: 'Many backups turn out to be incomplete or far too slow only when everything depends on them.',
    steps: [
      {
        text: 'Plan a day with your IT provider, and pick a fair sample: one server with its application and database, Microsoft 365 data, a file share, the settings of a firewall.',
      },
      {
        text: 'Choose one point in time, and restore everything to it in an isolated network, using only the written instructions.',
      },
      {
        text: 'Let the people who use these systems check that data, applications and settings are complete and work together.',
      },
      {
        text: 'Measure the time and compare it with what the business can bear. Include the case where passwords, the directory or the backup server itself are lost.',
      },
      {
        text: 'Write down date, systems, duration and what went wrong; fix it, and repeat the failed part within a month.',
      },
      { text: 'Between exercises, restore a few random files every month, and one other system every quarter.' },
      {
        text: 'Compare the measured times with the agreed ones, and let each exercise come closer to a real emergency.',
      },
    ],
    licence: 'None, apart from storage and machines for the day of the exercise',
    usersNotice: 'A few people help to check the restored systems; everyday work goes on.',
    effort: 'days',
    verified:
      'Answer the questionnaire, and show the notes of the exercise: date, systems, the time it took and what was fixed.',
    documentation: [ASD.assessment, PUBLICATIONS.ncscCloudBackups],
  },
]
