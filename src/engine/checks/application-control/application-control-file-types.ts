import { aspectCheck, BUILT_IN, lockerThat, PROFILE, xmlThat } from '../../readers/application-control/aspects.ts'
import * as policy from '../../readers/application-control/xml.ts'

/**
 * ISM-1657. App Control's option to leave scripts out does not affect programs and libraries; we assume that it leaves out
 * installers too, because one log has the decisions on both. App Control does not decide on batch files, and AppLocker has no
 * rules for compiled help and HTML applications (Microsoft Learn, "Script enforcement with App Control for Business" and
 * "Understanding AppLocker rule collections").
 */
export const applicationControlFileTypes = aspectCheck({
  id: 'application-control-file-types',
  rules: (
    [
      ['programs', 'exe', policy.coversPrograms],
      ['libraries', 'dll', policy.coversPrograms],
      ['scripts', 'script', policy.coversScripts],
      ['installers', 'msi', policy.coversScripts],
    ] as const
  ).map(([name, kind, covers]) => ({
    name,
    anyOf: [...BUILT_IN, PROFILE, ...xmlThat(covers), lockerThat(kind, policy.lockerEnforces)],
  })),
  effect: 'application control covers programs, libraries, scripts and installers',
  expected: 'Only approved programs, libraries, scripts and installers can run on any Windows device.',
  limitations: ['Batch files, compiled help, HTML applications and control panel items are not read one by one.'],
})
