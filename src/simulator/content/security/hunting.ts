import type { Baseline, Recipe } from '../../tenants/recipes.ts'
import type { Device } from '../inventory/devices.ts'
import type { Calendar } from '../primitives/calendar.ts'
import { guidOf } from '../primitives/random.ts'
import type { Answerable, Row } from '../primitives/row.ts'

/** The counts mean that one of this many onboarded devices has it; 0 means none. */
interface Habits {
  /** How many of ten computers are onboarded. */
  onboardedOfTen: number
  listedEnded: number
  otherEnded: number
  /** Another antivirus is the active one there. */
  passive: number
  /** Days since the oldest open vulnerability was published, by the number of affected devices. */
  exploitable: { every: number; days: number }
  critical: { every: number; days: number }
  ordinary: { every: number; days: number }
  otherFlaws: { every: number; days: number }
}

const TIDY: Habits = {
  onboardedOfTen: 10,
  listedEnded: 0,
  otherEnded: 0,
  passive: 0,
  exploitable: { every: 0, days: 0 },
  critical: { every: 9, days: 1 },
  ordinary: { every: 4, days: 6 },
  otherFlaws: { every: 3, days: 12 },
}

const HABITS: Readonly<Record<Baseline, Habits>> = {
  strong: TIDY,
  typical: {
    onboardedOfTen: 9,
    listedEnded: 10,
    otherEnded: 4,
    passive: 0,
    exploitable: { every: 8, days: 9 },
    critical: { every: 4, days: 9 },
    ordinary: { every: 7, days: 25 },
    otherFlaws: { every: 3, days: 70 },
  },
  weak: {
    onboardedOfTen: 2,
    listedEnded: 1,
    otherEnded: 1,
    passive: 3,
    exploitable: { every: 1, days: 140 },
    critical: { every: 1, days: 200 },
    ordinary: { every: 1, days: 400 },
    otherFlaws: { every: 1, days: 500 },
  },
  unlicensed: TIDY,
}

/** The results of each hunting query. */
export function huntingAnswers(recipe: Recipe, devices: readonly Device[], calendar: Calendar): [string, Answerable][] {
  const habits = HABITS[recipe.baseline]
  const computers = devices.filter(({ system }) => system !== 'iOS')
  const onboarded = computers.filter((_, position) => isOnboarded(habits, position))
  return [
    ['softwareInventory', onboarded.map((device, position) => inventoryRow(habits, device, position))],
    ['softwareVulnerabilities', onboarded.flatMap((device, position) => flawRows(habits, device, position, calendar))],
    ['deviceOnboarding', computers.map((device, position) => onboardingRow(habits, device, position))],
    ['antivirusModes', antivirusRows(habits, onboarded.filter(isWindows))],
  ]
}

const isOnboarded = ({ onboardedOfTen }: Habits, position: number): boolean => position % 10 < onboardedOfTen

const isEvery = (every: number, position: number): boolean => every > 0 && position % every === every - 1

const identity = ({ id, name }: Device): Row => ({
  DeviceId: guidOf(id, 'sensor').replaceAll('-', ''),
  DeviceName: name,
})

function inventoryRow(habits: Habits, device: Device, position: number): Row {
  return {
    ...identity(device),
    ListedEnded: isEvery(habits.listedEnded, position) ? ['acrobat_reader 11.0.23', 'flash_player 32.0.0.371'] : [],
    OtherEnded: isEvery(habits.otherEnded, position) ? ['python 3.8.10'] : [],
  }
}

function flawRows(habits: Habits, device: Device, position: number, calendar: Calendar): Row[] {
  const published = ({ every, days }: { every: number; days: number }): string | null =>
    isEvery(every, position) ? calendar.recent(days, 420) : null
  const row = (Listed: boolean, dates: Row, Software: string[]): Row[] =>
    Object.values(dates).every((date) => date === null) ? [] : [{ ...identity(device), Listed, ...dates, Software }]
  return [
    ...row(
      true,
      {
        OldestExploitable: published(habits.exploitable),
        OldestCritical: published(habits.critical),
        OldestOther: published(habits.ordinary),
      },
      ['chrome', '365_apps'],
    ),
    ...row(false, { OldestExploitable: null, OldestCritical: null, OldestOther: published(habits.otherFlaws) }, [
      '7-zip',
      'openssl',
    ]),
  ]
}

function onboardingRow(habits: Habits, device: Device, position: number): Row {
  return {
    ...identity(device),
    AadDeviceId: device.directoryId,
    OSPlatform: device.system === 'Windows' ? 'Windows11' : 'macOS',
    OnboardingStatus: isOnboarded(habits, position) ? 'Onboarded' : 'Can be onboarded',
    LastSeen: device.lastSync,
  }
}

const isWindows = ({ system }: Device): boolean => system === 'Windows'

/** One row for each mode and part of the devices. */
function antivirusRows({ passive }: Habits, devices: readonly Device[]): Row[] {
  const parts = Map.groupBy(devices.entries(), ([position]) => {
    const mode = isEvery(passive, position) ? '1' : '0'
    return `${mode} ${position % 64}`
  })
  return [...parts].map(([part, members]) => ({
    Mode: part.slice(0, 1),
    AadDeviceIds: members.map(([, { directoryId }]) => directoryId),
  }))
}
