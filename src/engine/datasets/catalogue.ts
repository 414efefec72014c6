/**
 * Everything that is read from a tenant. Each dataset is declared once, in the file of its area; the collector, the list of
 * permissions to consent to, the simulator and the checks all use these declarations.
 * Paths and permissions: Microsoft Graph reference; least privileged application permission of each endpoint:
 * microsoftgraph/microsoft-graph-devx-content.
 *
 * Left out on purpose: `detectedApps`, which, unlike advanced hunting, shows neither the age of a vulnerability nor the end
 * of support; `secureScoreControlProfiles`, which describes controls that checks know by id; and Exchange administration,
 * whose permission (`Exchange.ManageAsApp`) includes writing.
 */

import { HUNTING_DATASETS } from './advanced-hunting.ts'
import { AUDIT_LOG_DATASETS } from './audit-logs.ts'
import { BACKUP_DATASETS } from './backup.ts'
import { type Dataset, snapshotKey } from './dataset.ts'
import { DIRECTORY_DATASETS } from './directory.ts'
import { GROUP_DATASETS } from './groups.ts'
import { INTUNE_DATASETS } from './intune.ts'
import { ROLE_DATASETS } from './roles.ts'
import { SECURITY_DATASETS } from './security.ts'
import { SIGN_IN_DATASETS } from './sign-in.ts'
import { TENANT_POLICY_DATASETS } from './tenant-policies.ts'

/** In the order in which they are read. */
export const DATASETS: readonly Dataset[] = [
  ...DIRECTORY_DATASETS,
  ...ROLE_DATASETS,
  ...TENANT_POLICY_DATASETS,
  ...SIGN_IN_DATASETS,
  ...AUDIT_LOG_DATASETS,
  ...INTUNE_DATASETS,
  ...GROUP_DATASETS,
  ...SECURITY_DATASETS,
  ...BACKUP_DATASETS,
  ...HUNTING_DATASETS,
]

const BY_NAME: ReadonlyMap<string, Dataset> = new Map(DATASETS.map((declared) => [declared.key, declared]))

/** The dataset with this name. Throws if none is declared, which is a programming error. */
export function dataset(key: string): Dataset {
  const found = BY_NAME.get(key)
  if (!found) throw new Error(`unknown dataset: ${key}`)
  return found
}

const BY_KEY: ReadonlyMap<string, Dataset> = new Map(
  DATASETS.flatMap((declared) => (declared.each ? [] : [[snapshotKey(declared), declared]])),
)

/** The datasets that are read once per id, with the parts of the key before and after the id. */
const PER_ID = DATASETS.flatMap((declared) => {
  const [before = '', after] = snapshotKey(declared).split('{id}')
  return after === undefined ? [] : [{ declared, before, after }]
})

/** The dataset with this snapshot key, which may contain the id of an object. */
export function datasetAt(key: string): Dataset | undefined {
  const isAt = ({ before, after }: (typeof PER_ID)[number]): boolean =>
    key.startsWith(before) && key.endsWith(after) && !key.slice(before.length, key.length - after.length).includes('/')
  return BY_KEY.get(key) ?? PER_ID.find(isAt)?.declared
}
