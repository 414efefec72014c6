/** Names of the frameworks, as people know them. A test compares them with the catalogue of the engine. */
export const FRAMEWORK_NAMES: Readonly<Record<string, string>> = {
  'essential-eight': 'Essential Eight',
  'nist-csf': 'NIST Cybersecurity Framework',
  'scuba-entra': 'CISA SCuBA Baseline for Entra ID',
}

/** The name of a product; of one that this page does not know yet, its id. */
export const frameworkName = (product: string): string => FRAMEWORK_NAMES[product] ?? product

interface Levels {
  max: number
  /** The lowest level, where it means that nothing is done and yet earns points. */
  bare?: number
  byDefault?: number
}

/** The levels of a framework, and the one that runs are assessed against by default. The same test compares them. */
export const FRAMEWORK_LEVELS: Readonly<Record<string, Levels>> = {
  'essential-eight': { max: 3, byDefault: 2 },
  'nist-csf': { max: 5, bare: 1, byDefault: 3 },
  'scuba-entra': { max: 2, byDefault: 1 },
}

/** Whether a level is only the lowest one, at which nothing is done. */
export function isBare(product: string, level: number): boolean {
  const { bare }: Levels = FRAMEWORK_LEVELS[product] ?? ANY
  return bare !== undefined && level <= bare
}

/** The API takes these levels of any framework. */
const ANY: Levels = { max: 5 }

/** What a run of a product can be assessed against, as choices: empty is its default. */
export function targetsOf(product: string): readonly { value: string; label: string }[] {
  const { max, byDefault }: Levels = FRAMEWORK_LEVELS[product] ?? ANY
  return [
    { value: '', label: byDefault === undefined ? 'Default of the framework' : `Default: level ${byDefault}` },
    ...Array.from({ length: max }, (_, index) => ({ value: String(index + 1), label: `Level ${index + 1}` })),
  ]
}
