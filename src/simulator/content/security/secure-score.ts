import type { Baseline, Recipe } from '../../tenants/recipes.ts'
import type { Device } from '../inventory/devices.ts'
import type { Calendar } from '../primitives/calendar.ts'
import type { Row } from '../primitives/row.ts'

/** Control, category, title, points, and the share reached by a strong, a typical and a weak tenant. */
type Control = readonly [
  name: string,
  category: string,
  asks: string,
  points: number,
  strong: number,
  typical: number,
  weak: number,
]

const CONTROLS: readonly Control[] = [
  ['AdminMFAV2', 'Identity', 'Multifactor authentication for administrative roles', 10, 1, 1, 0],
  ['MFARegistrationV2', 'Identity', 'Multifactor authentication registered by all users', 9, 1, 0.84, 0.25],
  ['BlockLegacyAuthentication', 'Identity', 'Legacy authentication blocked', 8, 1, 0, 0],
  ['OneAdmin', 'Identity', 'Fewer than five global administrators', 1, 1, 1, 0],
  ['scid_25', 'Device', 'Local security authority protection', 8, 1, 0.6, 0],
  ['scid_76', 'Device', 'JavaScript disabled in Adobe Reader DC', 5, 1, 0, 0],
  ['scid_96', 'Device', 'Connections to untrusted addresses blocked', 8, 1, 0.7, 0],
  ['scid_97', 'Device', 'JavaScript disabled in Adobe DC', 5, 1, 0, 0],
  ['scid_98', 'Device', 'JavaScript disabled in Adobe Reader 2017', 5, 1, 0.5, 0],
  ['scid_99', 'Device', 'JavaScript disabled in Adobe Acrobat 2017', 5, 1, 0.5, 0],
  ['scid_102', 'Device', 'Local security authority protection on Windows 11 22H2 and higher', 8, 1, 0.6, 0],
  ['scid_113', 'Device', 'Local administrator passwords managed', 8, 1, 0.94, 0],
  ['scid_115', 'Device', 'Microsoft vulnerable driver block list', 9, 1, 0.8, 0.1],
  ['scid_2010', 'Device', 'Antivirus switched on', 10, 1, 1, 0.7],
  ['scid_2080', 'Device', 'Credential Guard', 8, 1, 0.4, 0],
  ['scid_2501', 'Device', 'Office blocked from creating child processes', 9, 1, 0, 0],
  ['scid_2502', 'Device', 'Office blocked from creating executable content', 9, 1, 0, 0],
  ['scid_2503', 'Device', 'Office blocked from injecting code', 9, 1, 0, 0],
  ['scid_2506', 'Device', 'Win32 calls from Office macros blocked', 9, 1, 0.05, 0],
  ['scid_2513', 'Device', 'Adobe Reader blocked from creating child processes', 9, 1, 0, 0],
  ['scid_20000', 'Device', 'Devices onboarded to the vulnerability scanner', 10, 1, 0.9, 0.2],
]

const COLUMN: Readonly<Record<Baseline, 4 | 5 | 6>> = { strong: 4, typical: 5, weak: 6, unlicensed: 6 }
const RETENTION_DAYS = 3
/** The first build of Windows 11 22H2. */
const BUILD_22H2 = 22_621

/** The scores of the last days, newest first. Only devices with Defender are measured. */
export function secureScoreRows(recipe: Recipe, devices: readonly Device[], users: number, calendar: Calendar): Row[] {
  const measured = devices.filter(({ system }) => system === 'Windows')
  const controls = CONTROLS.filter(([name, category]) => category !== 'Device' || countMeasured(name, measured) > 0)
  const possible = controls.reduce((sum, [, , , points]) => sum + points, 0)
  return Array.from({ length: RETENTION_DAYS }, (_, position) => {
    const createdDateTime = calendar.recent(1 + position)
    const controlScores = controls.map((control) =>
      controlScore(control, control[COLUMN[recipe.baseline]], countMeasured(control[0], measured), createdDateTime),
    )
    return {
      id: `${recipe.tenantId}_${createdDateTime.slice(0, 10)}`,
      azureTenantId: recipe.tenantId,
      activeUserCount: users,
      createdDateTime,
      currentScore: controlScores.reduce((sum, { score }) => sum + score, 0),
      enabledServices: ['HasExchange', 'HasSharePoint', ...(measured.length > 0 ? ['HasIntune', 'HasMDATP'] : [])],
      licensedUserCount: users,
      maxScore: possible,
      vendorInformation: { provider: 'SecureScore', providerVersion: null, subProvider: null, vendor: 'Microsoft' },
      averageComparativeScores: [{ basis: 'AllTenants', averageScore: 46.2 }],
      controlScores,
    }
  })
}

/** Of the two controls on Local Security Authority protection, each measures the devices of its versions of Windows. */
function countMeasured(control: string, devices: readonly Device[]): number {
  if (control !== 'scid_25' && control !== 'scid_102') return devices.length
  const newer = devices.filter(({ version }) => Number(version.split('.')[2]) >= BUILD_22H2).length
  return control === 'scid_102' ? newer : devices.length - newer
}

function controlScore([controlName, controlCategory, asks, points]: Control, share: number, of: number, at: string) {
  const score = Math.round(points * share * 100) / 100
  const common = {
    controlCategory,
    controlName,
    description: asks,
    score,
    scoreInPercentage: Math.round(share * 10_000) / 100,
    implementationStatus: '',
    lastSynced: at,
  }
  // Device counts are texts, with a separate key for whether the control applies.
  if (controlCategory !== 'Device') return common
  return { ...common, count: String(Math.round(of * share)), total: String(of), IsApplicable: 'true' }
}
