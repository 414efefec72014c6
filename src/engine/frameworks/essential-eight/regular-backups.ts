import { control, type Strategy } from './strategy.ts'

export const REGULAR_BACKUPS: Strategy = {
  group: { id: 'regular-backups', name: 'Regular backups' },
  controls: [
    control('ISM-1511', {
      levels: [1, 2, 3],
      hints: ['backup-policies'],
      cannotShow: 'Backups by other products, what the business needs, and whether anything can be restored.',
      statement:
        'The business can rely on backups of all that it needs: files, applications and settings, taken often enough and kept long enough.',
      remedy:
        'Decide for each system how much loss you can bear, then turn on Microsoft 365 Backup or another product for Exchange, SharePoint, OneDrive and the rest accordingly.',
    }),
    control('ISM-1810', {
      levels: [1, 2, 3],
      statement: 'Backups of systems that belong together can be restored to the same point in time.',
      remedy:
        'Align the backup schedules of systems that depend on each other, or use a product that takes consistent sets.',
    }),
    control('ISM-1811', {
      levels: [1, 2, 3],
      statement: 'Backups are stored where neither an attacker nor a disaster can easily reach them.',
      remedy:
        'Keep at least one copy in another place, under other credentials, and immutable or offline, for example in storage with a locked retention policy.',
    }),
    control('ISM-1515', {
      levels: [1, 2, 3],
      statement: 'Disaster recovery exercises include restoring data, applications and settings to one point in time.',
      remedy:
        'Restore a representative set of systems in an exercise at least once a year, and record what worked and how long it took.',
    }),
    control('ISM-1812', {
      levels: [1, 2, 3],
      statement: 'Ordinary accounts cannot access other people’s backups.',
      remedy: 'Limit the backup console and storage to backup operators, and let restores for others go through them.',
    }),
    control('ISM-1813', {
      levels: [3],
      statement: 'Ordinary accounts cannot access even their own backups.',
      remedy: 'Turn off self-service restore, and remove users’ read access to the places where backups are stored.',
    }),
    control('ISM-1705', {
      levels: [2, 3],
      raisedBy: 'privileged-accounts',
      statement: 'Administrators, except those in charge of backups, cannot access other people’s backups.',
      remedy:
        'Separate the backup administrator role from Global Administrator and domain administrator, and remove those from the backup product’s permissions.',
    }),
    control('ISM-1706', {
      levels: [3],
      raisedBy: 'privileged-accounts',
      statement: 'Administrators, except those in charge of backups, cannot access even their own backups.',
      remedy: 'Deny administrators other than the backup team all access to backup data, their own included.',
    }),
    control('ISM-1814', {
      levels: [1, 2, 3],
      statement: 'Ordinary accounts cannot alter or erase backups.',
      remedy:
        'Give ordinary users no write or delete rights on backup storage, mapped drives and network shares included.',
    }),
    control('ISM-1707', {
      levels: [2, 3],
      raisedBy: 'privileged-accounts',
      statement: 'Administrators, except those in charge of backups, cannot alter or erase backups.',
      remedy:
        'Keep backup storage under credentials of its own that everyday administrators do not have, and protect it with multi-user approval.',
    }),
    control('ISM-1708', {
      levels: [3],
      raisedBy: 'privileged-accounts',
      statement: 'Not even backup administrators can alter or erase backups before their retention period ends.',
      remedy:
        'Lock the retention of backups, for example with immutable vaults or write-once storage that no account can shorten.',
    }),
  ],
}
