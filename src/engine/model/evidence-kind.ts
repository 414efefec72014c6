/**
 * What a reading of the tenant shows. `seen`: the control itself, or devices that report it. `contrary`: the opposite,
 * such as a setting that is switched off, or devices that report that it is missing. `absent`: nothing sets it where we
 * look, but something else may. `blind`: a permission, a licence or a source is missing.
 */
export type EvidenceKind = 'seen' | 'contrary' | 'absent' | 'blind'

/** What a verdict is based on: what was read, or `reported` if people's answer decided. */
export type Basis = EvidenceKind | 'reported'

/**
 * What a check can show about a requirement. `proof`: all of it. `part`: a part that must hold, while people answer for the
 * rest. `hint`: something to show beside the question; it never decides.
 */
export type Proves = 'proof' | 'part' | 'hint'

/**
 * How good the evidence for a row is, in the terms of ASD's Essential Eight assessment process guide. `good`: configuration
 * read through the system's own interface. `fair`: a copy of it, such as a report or screenshot attached to an answer.
 * `poor`: only a statement. The fourth, `excellent`, requires a simulated activity to test the control; readings never are.
 */
export type EvidenceQuality = 'good' | 'fair' | 'poor'
