/**
 * What the XML of an application control policy says: App Control for Business (`SiPolicy`) and AppLocker
 * (`RuleCollection`). Option and attribute names: the policy schemas of both, Microsoft Learn.
 */

/** Folders that users can write to, as path rules name them. */
const USER_FOLDER = /\\users\\|%userprofile%|%localappdata%|%appdata%|\\appdata\\|%temp%|%tmp%|\\temp\\/i
/** Path rules that cover a whole disk, or everything. */
const WHOLE_DISK = /^(\*|[a-z]:\\\*|%osdrive%\\\*|%systemdrive%\\\*)$/i

/** A sample of Microsoft's list of applications that can bypass application control. */
const BLOCKLIST_SAMPLE = [
  'bginfo.exe',
  'cdb.exe',
  'csi.exe',
  'dnx.exe',
  'msbuild.exe',
  'mshta.exe',
  'rcsi.exe',
  'wmic.exe',
]

/** App Control that blocks what is not allowed: neither in audit mode nor allowing everything. */
export const enforces = (xml: string): boolean =>
  isBasePolicy(xml) && !has(xml, 'Enabled', 'Audit Mode') && !allowsEverything(xml)

/** Enforced for programs, not only for drivers. */
export const coversPrograms = (xml: string): boolean => enforces(xml) && has(xml, 'Enabled', 'UMCI')

/** Enforced for scripts and installers as well as for programs and libraries. */
export const coversScripts = (xml: string): boolean =>
  coversPrograms(xml) && !has(xml, 'Disabled', 'Script Enforcement')

/** Enforced in user folders. */
export const coversUserFolders = (xml: string): boolean => coversPrograms(xml) && !opensUserFolders(xml)

/** Enforced on the whole disk. */
export const coversAllFolders = (xml: string): boolean => coversPrograms(xml) && !opensDisk(xml)

/** Blocks the sample, and so very probably the whole list; enforced, no matter what else it allows. */
export const blocksListed = (xml: string): boolean =>
  isBasePolicy(xml) && !has(xml, 'Enabled', 'Audit Mode') && BLOCKLIST_SAMPLE.every((name) => denies(xml, name))

/** Path rules apply in folders that users can write to only if runtime file path protection is off. */
export const opensUserFolders = (xml: string): boolean =>
  allowsEverything(xml) ||
  (has(xml, 'Disabled', 'Runtime FilePath Rule Protection') && allowedPaths(xml).some((path) => USER_FOLDER.test(path)))

export const opensDisk = (xml: string): boolean =>
  allowsEverything(xml) || allowedPaths(xml).some((path) => WHOLE_DISK.test(path))

export const allowsEverything = (xml: string): boolean => /<Allow\b[^>]*\bFile(Name|Path)\s*=\s*"\*"/i.test(xml)

/**
 * Whether an App Control policy leaves another policy on the same device as strict as it is. Every base policy must allow a
 * file, so a further base policy does not weaken it; a supplemental policy extends what its base policy allows (Microsoft
 * Learn, "Use multiple App Control for Business Policies").
 */
export const leavesOthers = (xml: string, opens: (xml: string) => boolean): boolean =>
  isBasePolicy(xml) || (isSupplemental(xml) && !opens(xml))

const isBasePolicy = (xml: string): boolean => /<SiPolicy/i.test(xml) && !isSupplemental(xml)

const isSupplemental = (xml: string): boolean => /<SiPolicy\b[^>]*\bPolicyType\s*=\s*"Supplemental/i.test(xml)

const has = (xml: string, state: string, option: string): boolean =>
  new RegExp(`${state}:\\s*${option.replaceAll(' ', '\\s*')}`, 'i').test(xml)

const allowedPaths = (xml: string): string[] =>
  [...xml.matchAll(/<Allow\b[^>]*\bFilePath\s*=\s*"([^"]*)"/gi)].map(([, path = '']) => path)

const denies = (xml: string, name: string): boolean =>
  new RegExp(`<Deny\\b[^>]*\\bFileName\\s*=\\s*"${name.replace('.', '\\.')}"`, 'i').test(xml)

/** AppLocker rules that are enforced and do not allow everybody to run everything. */
export const lockerEnforces = (xml: string): boolean =>
  /EnforcementMode\s*=\s*"Enabled"/i.test(xml) && !pathsForUsers(xml).some((path) => WHOLE_DISK.test(path))

export const lockerCoversUserFolders = (xml: string): boolean =>
  lockerEnforces(xml) && !pathsForUsers(xml).some((path) => USER_FOLDER.test(path))

/** Rules for administrators do not weaken the rules for users. */
const ADMINISTRATORS = 'S-1-5-32-544'

function pathsForUsers(xml: string): string[] {
  return [...xml.matchAll(/<FilePathRule\b([^>]*)>([\s\S]*?)<\/FilePathRule>/gi)].flatMap(
    ([, head = '', body = '']) => {
      const isForUsers = /Action\s*=\s*"Allow"/i.test(head) && !head.includes(ADMINISTRATORS)
      const conditions = body.replace(/<Exceptions>[\s\S]*?<\/Exceptions>/gi, '')
      return isForUsers ? [...conditions.matchAll(/\bPath\s*=\s*"([^"]*)"/gi)].map(([, path = '']) => path) : []
    },
  )
}
