import type { Mode, UsedCheck } from '../../../src/engine/model/framework.ts'

/** These checks as a requirement of this mode uses them. */
export function used(mode: Mode, ids: readonly string[]): UsedCheck[] {
  const proves = mode === 'automatic' ? 'proof' : mode === 'partial' ? 'part' : 'hint'
  return ids.map((check) => ({ check, proves }))
}
