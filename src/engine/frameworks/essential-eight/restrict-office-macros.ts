import { OUTSIDE_INTUNE_OR_MACS, UNSEEN_BY_RULES } from './not-seen.ts'
import { control, type Strategy } from './strategy.ts'

export const RESTRICT_OFFICE_MACROS: Strategy = {
  group: { id: 'restrict-office-macros', name: 'Restrict Microsoft Office macros' },
  controls: [
    control('ISM-1671', {
      levels: [1, 2, 3],
      proof: ['office-macros-disabled'],
      cannotShow: 'Whether those who may run macros need them, Office on Macs, and computers that are not in Intune.',
      statement: 'Office macros are off for everyone whose work has no proven need for them.',
      remedy:
        'Assign an Intune policy that disables VBA macros without notification in every Office application to all users, and exempt a small group that needs them.',
    }),
    control('ISM-1674', {
      levels: [3],
      proof: ['office-macros-trusted-only'],
      cannotShow: OUTSIDE_INTUNE_OR_MACS,
      statement:
        'An Office macro runs only in a sandbox, from a Trusted Location, or with the signature of a trusted publisher.',
      remedy:
        'Set the VBA macro notification setting to signed macros only for those who may use macros, and turn off Trusted Locations that are not controlled, above all on the network.',
    }),
    control('ISM-1890', {
      levels: [3],
      statement:
        'Somebody examines an Office macro for malicious code before it is signed or put in a Trusted Location.',
      remedy:
        'Write a short procedure for reviewing macros, name the reviewers, and sign or publish only what they have released.',
    }),
    control('ISM-1487', {
      levels: [3],
      statement: 'Only the people who examine macros can place or change files in Trusted Locations.',
      remedy:
        'Set the folder permissions of every Trusted Location so that the macro reviewers can write and all others can only read.',
    }),
    control('ISM-1675', {
      levels: [3],
      proof: ['office-macros-untrusted-publisher'],
      cannotShow: OUTSIDE_INTUNE_OR_MACS,
      statement: 'Users have no way to enable a macro that is signed by a publisher you do not trust.',
      remedy:
        'Turn off the Trust Bar notification for macros in the Office policies, so that there is no button for enabling content.',
    }),
    control('ISM-1891', {
      levels: [3],
      proof: ['office-macros-v3-signatures'],
      cannotShow: OUTSIDE_INTUNE_OR_MACS,
      statement: 'Users have no way to enable a macro whose signature is older than the V3 format.',
      remedy:
        'Sign your macros again with V3 signatures, then assign the Office policy that trusts only VBA macros signed that way.',
    }),
    control('ISM-1676', {
      levels: [3],
      statement: 'The list of publishers that Office trusts is reviewed at least once a year.',
      remedy:
        'Review the Trusted Publishers certificates each year, remove those no longer needed, and record the date.',
    }),
    control('ISM-1488', {
      levels: [1, 2, 3],
      proof: ['office-macros-internet-blocked'],
      cannotShow: OUTSIDE_INTUNE_OR_MACS,
      statement: 'Macros in Office files that came from the internet cannot run.',
      remedy:
        'Assign the Intune policy that blocks macros in files from the internet for Word, Excel, PowerPoint, Access and Visio to all users.',
    }),
    control('ISM-1672', {
      levels: [1, 2, 3],
      proof: ['office-macro-antivirus'],
      cannotShow:
        'Whether the antivirus product works with Office, Office on Macs, and computers that are not in Intune.',
      statement: 'The antivirus software examines Office macros while they run.',
      remedy:
        'Set the macro runtime scan scope to all documents in the Office policies in Intune, and keep an antivirus product that works with it.',
    }),
    control('ISM-1673', {
      levels: [2, 3],
      proof: ['office-macros-win32-api'],
      cannotShow: UNSEEN_BY_RULES,
      statement: 'Office macros cannot call the Windows programming interface (Win32 API).',
      remedy:
        'Set the attack surface reduction rule against Win32 API calls from Office macros to block in Intune and assign it to all devices; audit mode does not count.',
    }),
    control('ISM-1489', {
      levels: [1, 2, 3],
      proof: ['office-macro-settings-locked'],
      cannotShow: OUTSIDE_INTUNE_OR_MACS,
      statement: 'Users cannot alter the macro settings of Office.',
      remedy:
        'Deliver the macro settings as mandatory policy from Intune to every Office user: the Trust Center then shows them greyed out.',
    }),
  ],
}
