import type { Mode, Requirement, UsedCheck } from '../../model/framework.ts'

/** The checks of a requirement, by what each can show about it. */
export interface ChecksByProof {
  /** Each shows all of it: if they hold, nobody needs to be asked. */
  proof?: readonly string[]
  /** Each shows a piece that must hold; people must answer the rest. */
  parts?: readonly string[]
  /** They decide nothing; what they show is displayed beside the question. */
  hints?: readonly string[]
}

/** The checks of a requirement, and who decides it: a part or a hint never decides alone. */
export function evidenceOf({
  proof = [],
  parts = [],
  hints = [],
}: ChecksByProof): Pick<Requirement, 'mode' | 'checks'> {
  const mode: Mode = parts.length > 0 ? 'partial' : proof.length > 0 ? 'automatic' : 'questionnaire'
  const used = (checks: readonly string[], proves: UsedCheck['proves']) => checks.map((check) => ({ check, proves }))
  return { mode, checks: [...used(proof, 'proof'), ...used(parts, 'part'), ...used(hints, 'hint')] }
}
