import type { Remedy } from '../../model/remedy.ts'
import { ASD } from '../links/asd.ts'
import { learn } from '../links/learn.ts'
import { LEARN } from '../links/learn-pages.ts'
import { PUBLICATIONS } from '../links/publications.ts'

const MULTI_USER = learn('Multi-user authorisation in Azure Backup', 'azure/backup/multi-user-authorization-concept')
const IMMUTABLE_VAULT = learn('Immutable vaults in Azure Backup', 'azure/backup/backup-azure-immutable-vault-concept')

export const BACKUP_PROTECTION: readonly Remedy[] = [
  {
    id: 'store-a-backup-out-of-reach',
    title: 'Store a copy of all backups where no attacker or disaster reaches it',
    checks: [],
    requirements: ['ISM-1811', 'PR.DS-11'],
    why: 'Extortionists look for the backups first and destroy them; without another copy you can only pay or start again.',
    steps: [
      {
        text: 'For each backup, write down where its copies are, under which accounts, and who could delete them all. Everything in one building or under one administrator account is one copy.',
      },
      {
        text: 'Add a copy in another place: another site, another cloud or the cloud of the backup vendor, encrypted, with the key stored separately.',
      },
      {
        text: 'Give that copy its own sign-in that is not part of Entra ID or the Windows domain, with a second factor and nobody signed in permanently.',
      },
      {
        text: 'Make it unchangeable: locked retention in the storage or backup product, or media that are disconnected after each run.',
        link: PUBLICATIONS.ncscOfflineBackups,
      },
      {
        text: 'Have the product alert you when backups are deleted, retention is shortened or unusual amounts change, and check twice a year that the copy can be restored.',
      },
    ],
    licence: 'Storage in a second place; unchangeable storage is offered by most clouds and backup products',
    usersNotice: 'People notice nothing, because only the place of backups changes.',
    effort: 'days',
    verified: 'Answer the questionnaire, and show the storage settings: place, accounts and lock.',
    documentation: [PUBLICATIONS.ncscCloudBackups, PUBLICATIONS.ncscOfflineBackups, ASD.maturityModel],
  },
  {
    id: 'shut-users-out-of-backups',
    title: 'Make sure that ordinary accounts can neither read nor change backups',
    checks: [],
    requirements: ['ISM-1812', 'ISM-1814'],
    why: 'Malware acts with the rights of the person who opened it; if that person can reach the backups, it encrypts them as well, or steals payroll data and contracts.',
    steps: [
      {
        text: 'List where backups are: consoles, storage accounts, network shares, attached disks, folders of database dumps, exports on administrators’ computers.',
      },
      {
        text: 'Remove groups such as Everyone, Domain Users or all employees from the permissions of these places. Disconnect mapped drives and USB disks that hold backups.',
      },
      {
        text: 'Let only the service account of the backup product write, and only backup operators open the console, with a second factor.',
      },
      {
        text: 'Put backup storage into a network segment that computers of users cannot reach.',
      },
      {
        text: 'With an ordinary account, try to open the console, to read another person’s backup and to write a file to the storage. All three attempts must fail.',
      },
    ],
    licence: 'None: these are permissions of existing systems',
    usersNotice: 'People who could reach backups on a share before now ask the help desk for a restore.',
    effort: 'hours',
    verified: 'Answer the questionnaire, and show the accounts with access and the permissions of each storage.',
    documentation: [LEARN.essentialEightBackups, PUBLICATIONS.ncscCloudBackups],
  },
  {
    id: 'separate-backup-administrators',
    title: 'Let only dedicated administrators access backups',
    checks: [],
    requirements: ['ISM-1705', 'ISM-1707'],
    why: 'Attackers aim for administrator accounts; if any of them can also delete the backups, one stolen account is enough to lose everything.',
    steps: [
      {
        text: 'Name two or three backup administrators, create accounts for them that are used for nothing else, and restore something with each before you take rights from others.',
      },
      {
        text: 'In the backup product, give roles to these accounts only. Remove Domain Admins, Global Administrators and local administrator groups, and keep the backup server out of the domain that it backs up.',
      },
      {
        text: 'Remove other administrators from the owners and contributors of storage accounts, vaults, subscriptions and appliances that hold backups. Look for inherited rights too.',
        link: learn('Roles in Azure Backup', 'azure/backup/backup-rbac-rs-vault'),
      },
      {
        text: 'For Microsoft 365 Backup, give the backup team the role Microsoft 365 Backup Administrator. Global, SharePoint and Exchange Administrators reach it too: keep these roles to the same people, or use a product with its own roles.',
        link: LEARN.backupSetup,
      },
      {
        text: 'Let a second person approve destructive actions: multi-user authorisation in Azure Backup, or the equivalent of your product.',
        link: MULTI_USER,
      },
      {
        text: 'Review the accounts with access every quarter, and try to sign in with an everyday administrator account: it must be refused.',
      },
    ],
    licence: 'None for most products; two-person approval may need a higher edition',
    usersNotice: 'Users notice nothing; administrators ask the backup team for restores.',
    effort: 'days',
    verified:
      'Answer the questionnaire, and show the accounts that can read, change or delete backups, each with its role.',
    documentation: [MULTI_USER, PUBLICATIONS.ncscCloudBackups],
  },
  {
    id: 'switch-off-self-service-restore',
    title: 'Allow only backup administrators to read backups and restore from them',
    checks: [],
    requirements: ['ISM-1813', 'ISM-1706'],
    why: 'Otherwise a thief who takes over one account reads years of old data in its backup, long after the data was deleted everywhere else.',
    steps: [
      {
        text: 'In your backup product, switch off the self-service portal and restore by users, also for administrators who are not in charge of backups.',
      },
      {
        text: 'Remove read permissions that people have on backups of their own computers, home folders or mailboxes, such as shares with image backups.',
      },
      {
        text: 'Offer another way: a form or ticket for restores that the backup team answers within a working day, after checking who asks.',
      },
      {
        text: 'Recycle bins and version history of Microsoft 365 are not backups and may stay, so that people can undo everyday mistakes.',
      },
      {
        text: 'Try it with a user and with an administrator outside the backup team: neither may open a backup of their own data.',
      },
    ],
    licence: 'None: a setting of the backup product',
    usersNotice: 'People who restored their own files from backup now ask for it.',
    effort: 'hours',
    verified:
      'Answer the questionnaire, and show the setting that switches self-service off and the list of accounts with access.',
    documentation: [LEARN.essentialEightBackups, ASD.assessment],
  },
  {
    id: 'lock-the-retention-of-backups',
    title: 'Lock backups so that not even backup administrators can delete them early',
    checks: [],
    requirements: ['ISM-1708'],
    why: 'One stolen account of a backup administrator can still delete everything; only a lock that nobody can open preserves the backups until they expire.',
    steps: [
      {
        text: 'Decide how long backups must survive, and calculate the storage, because a locked period cannot be shortened and its data cannot be deleted.',
      },
      {
        text: 'Run with the lock switched on but still reversible for a few weeks, to see that jobs and storage behave.',
      },
      {
        text: 'In Azure Backup, open the vault > Properties > Immutable vault > Settings, select Enable vault immutability, and lock it after the trial. In object storage, use a locked time-based policy or compliance mode.',
        link: IMMUTABLE_VAULT,
      },
      {
        text: 'In other products, use the hardened repository or immutable cloud copy in the mode that its administrator cannot lift. Keep the clock and the remote management of such appliances out of reach.',
      },
      {
        text: 'Check the weak points: closing the subscription, unpaid invoices, encryption keys. For Microsoft 365 Backup, an administrator can end the service, so add a second copy elsewhere.',
      },
      {
        text: 'As a backup administrator, try to delete one recent backup, and keep the refusal as evidence.',
      },
    ],
    licence: 'Azure Backup includes immutable vaults; other products may need a certain edition or storage',
    usersNotice: 'People notice nothing; data that must be erased by law stays in locked backups until they expire.',
    effort: 'days',
    verified: 'Answer the questionnaire, and show the locked setting with its period and a refused deletion.',
    documentation: [IMMUTABLE_VAULT, LEARN.immutableStorage, PUBLICATIONS.ncscCloudBackups],
  },
]
