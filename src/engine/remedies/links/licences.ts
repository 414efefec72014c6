/** The lowest licence that suffices for several remedies: the product, and a bundle that includes it. */

export const ENTRA_P1 = 'Microsoft Entra ID P1, which Microsoft 365 Business Premium and E3 include'

export const ENTRA_P2 = 'Microsoft Entra ID P2, which Microsoft 365 E5 includes'

export const INTUNE_LICENCE = 'Microsoft Intune Plan 1, which Microsoft 365 Business Premium and E3 include'

export const ENTRA_P1_AND_INTUNE =
  'Microsoft Entra ID P1 and Intune Plan 1, which Microsoft 365 Business Premium and E3 include'

/** Remediations run only where users have a licence for Windows Enterprise. */
export const REMEDIATIONS_LICENCE =
  'Windows Enterprise E3 for remediations, which Microsoft 365 E3 includes; other tools need none'

/** Apps for business ignores policies. Source: Microsoft, "Macros from the internet are blocked by default in Office". */
export const OFFICE_POLICY_LICENCE =
  'Microsoft 365 Apps for enterprise, as in Microsoft 365 E3; Microsoft 365 Apps for business, which Business Premium includes, does not follow these policies'

/**
 * Both onboard devices, list their flaws and discover others. Source: Microsoft, "Review and edit settings in Microsoft Defender
 * for Business".
 */
export const DEFENDER_LICENCE =
  'Microsoft Defender for Business, which Microsoft 365 Business Premium includes, or Defender for Endpoint Plan 2'

/** The lowest of them, and the plan that lets the assessment read what devices report. */
export const DEFENDER_SEEN_LICENCE =
  'Defender for Business, as in Microsoft 365 Business Premium. For the assessment to see it: Defender for Endpoint Plan 2, as in E5'

/** The prerequisites in Microsoft's "Windows Driver update management in Microsoft Intune" and related pages. */
export const AUTOPATCH_LICENCE =
  'Microsoft Intune Plan 1 and Windows Enterprise E3, both in Microsoft 365 E3 and E5; Microsoft 365 Business Premium also suffices'

/** Licences for patching software, and for letting the assessment see that it is patched. */
export const PATCH_LICENCES =
  'Updates: Microsoft 365 Business Premium or E3. For the assessment to see them: Defender for Endpoint Plan 2, as in Microsoft 365 E5'
