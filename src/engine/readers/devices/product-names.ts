/** Products whose parts Defender writes in another way than their vendors. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '365_apps': 'Microsoft 365 Apps',
    '7-zip': '7-Zip',
    'edge_chromium-based': 'Microsoft Edge',
    edge_webview2_runtime: 'Edge WebView2 Runtime',
    em_client: 'eM Client',
    firefox_esr: 'Firefox ESR',
    libreoffice: 'LibreOffice',
    office: 'Microsoft Office',
    openoffice: 'OpenOffice',
    openssl: 'OpenSSL',
    'pdf-xchange_editor': 'PDF-XChange Editor',
    phantompdf: 'PhantomPDF',
    sumatrapdf: 'SumatraPDF',
    thunderbird_esr: 'Thunderbird ESR',
    wps_office: 'WPS Office',
  }),
)

const ABBREVIATIONS: ReadonlySet<string> = new Set(['dc', 'pdf', 'sdk', 'vpn'])

/** A product as people know it, as in `Acrobat Reader 11.0.23` for Defender's `acrobat_reader 11.0.23`. */
export function productName(inventoried: string): string {
  const [name = '', ...version] = inventoried.split(' ')
  const known = NAMES.get(name.toLowerCase()) ?? name.split('_').map(capitalized).join(' ')
  return [known, ...version].join(' ')
}

const capitalized = (word: string): string =>
  ABBREVIATIONS.has(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1)
