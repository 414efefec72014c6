/** Names of the frameworks, as people know them. A test compares them with the catalogue of the engine. */
export const FRAMEWORK_NAMES: Readonly<Record<string, string>> = {
  'essential-eight': 'Essential Eight',
  'nist-csf': 'NIST Cybersecurity Framework',
  'scuba-entra': 'CISA SCuBA Baseline for Entra ID',
}

/** The name of a product; of one that this page does not know yet, its id. */
export const frameworkName = (product: string): string => FRAMEWORK_NAMES[product] ?? product
