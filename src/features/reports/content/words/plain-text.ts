const REFUSED = /Reading (?:GET|POST) \S+ was refused: grant ([\w.-]+)/g
const ADDRESS = /(?:GET|POST) \/(?:v1\.0|beta)\/(\S*?)(?=[.,;:)]*(?:\s|$))/g

const PLANS = / \(service plan \w+(?: or \w+)*\)/g
const CONTROL = / \((scid_\d+)\)/g

/** What ids of Intune's settings begin with. */
const SETTING = /\b(?:device|user)_vendor_msft_(?:policy_config_)?(?=[a-z])/g

/**
 * How two Secure Score controls are distinguished in a text that names both. Elsewhere the text makes clear which one
 * it is about.
 */
const CONTROLS: Readonly<Record<string, string>> = {
  scid_25: ' (before Windows 11 22H2)',
  scid_102: ' (Windows 11 22H2 and later)',
}

/**
 * A text of a result for readers who configure a tenant and do not program it: addresses of the API become the names of what
 * they return, as in `configuration policies`, and names of service plans and ids of controls are left out.
 */
export function toPlainText(text: string): string {
  const plain = text
    .replace(PLANS, '')
    .replace(SETTING, '')
    .replace(CONTROL, (_, id: string) => CONTROLS[id] ?? '')
  if (!plain.includes('GET /') && !plain.includes('POST /')) return plain
  return plain
    .replace(REFUSED, 'Reading this needs the permission $1')
    .replace(ADDRESS, (_, path: string) => nameOf(path))
}

/** The last part of a path that is a name: `configurationPolicies('…')/settings` becomes `settings`. */
function nameOf(path: string): string {
  const parts = path.split(/[/#?]/).filter((part) => /^[A-Za-z]+$/.test(part))
  const last = parts.at(-1) ?? 'data'
  return last.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
}
