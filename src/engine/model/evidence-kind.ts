/**
 * What a reading of the tenant is worth. `seen`: the thing itself, or devices that report it. `contrary`: the opposite,
 * such as a setting that is switched off, or devices that report not to have it. `absent`: nothing sets it where we look,
 * though other means may. `blind`: a permission, a licence or a source is missing.
 */
export type EvidenceKind = 'seen' | 'contrary' | 'absent' | 'blind'

/** What a row rests on: what was read, or `reported` if people's answer decided. */
export type Basis = EvidenceKind | 'reported'

/**
 * What a check can show about a requirement. `proof`: all of it. `part`: a piece that must hold, the rest is for people to
 * answer. `hint`: something to show beside the question; it never decides.
 */
export type Proves = 'proof' | 'part' | 'hint'

/**
 * How good the evidence for a row is, in the terms of ASD's Essential Eight assessment process guide. `good`: configuration
 * read through the system's own interface. `fair`: a copy of it, such as a report or screenshot attached to an answer.
 * `poor`: a statement alone. Its fourth, `excellent`, takes a simulated activity, which no reading is.
 */
export type EvidenceQuality = 'good' | 'fair' | 'poor'
