/**
 * An action that resolves findings: in the tenant, on the devices or in the organisation. The facts come from the pages in
 * `documentation`; the wording is ours.
 */
export interface Remedy {
  /** What it does, in kebab case: `require-mfa-of-everyone`. Never changed, because exports and plans refer to it. */
  id: string
  /** An instruction in at most 80 characters, without a final full stop, for owners and technicians alike. */
  title: string
  /** Ids of the checks that pass once it is done. */
  checks: readonly string[]
  /**
   * Ids of the requirements that people can then answer with yes, or with a higher level. Several remedies may name the
   * same one: each covers a part of it.
   */
  requirements: readonly string[]
  /** Ids of checks that are hints about these requirements and that its steps change in part. */
  hints?: readonly string[]
  /** Why it matters and what can happen without it, in one sentence that a business owner understands. */
  why: string
  /** In order: the first ones prepare, the last one switches the protection on for everybody. */
  steps: readonly Step[]
  /** The first step where many devices have it already, so that nobody starts anew. */
  extend?: Step
  script?: Script
  /** The smallest licence that suffices, by its product name, and a common bundle that has it; or why none is needed. */
  licence: string
  /** Licences without which its steps cannot be done; absent if something else would also do. */
  requires?: readonly Licence[]
  /** What people who are not administrators will notice, in one or two sentences. */
  usersNotice: string
  effort: Effort
  /** How to tell that it is done: what the next run reads, or what people can show. */
  verified: string
  /** The vendor's or publisher's own pages, the most useful first; at least one. */
  documentation: readonly Link[]
}

/** A licence that a tenant may lack, in any edition that contains it. */
export type Licence = 'entra-p1' | 'entra-p2' | 'intune' | 'apps-for-enterprise'

/** What one person does in one place. */
export interface Step {
  /** One or two sentences. Names of menus and settings are as the vendor writes them: `Entra ID > Conditional Access`. */
  text: string
  /** The page of the admin center where it is done, or the document that describes it. */
  link?: Link
  /** The lowest target that needs it, as its text says too: `For level 4, …`. Absent if every target does. */
  fromLevel?: number
}

export interface Link {
  title: string
  /** `https:`, on a host of `links.ts`. */
  url: string
}

export interface Script {
  language: 'PowerShell' | 'Graph'
  /** The module and permissions it needs: `Microsoft.Graph.Identity.SignIns, with Policy.Read.All`. */
  needs: string
  /** Changes nothing; shows what is wrong now. */
  check: string
  /** Makes the change as safely as possible: with `-WhatIf` or in report-only mode, where available. */
  change?: string
}

/**
 * How much work it is for somebody who knows the product: `minutes`, less than an hour; `hours`, less than a day; `days`,
 * less than two weeks, including tests and notice to users; `project`, longer, or with purchases.
 */
export type Effort = 'minutes' | 'hours' | 'days' | 'project'

/** Tenths of a working day that each effort takes: what the order of actions weighs their worth against, and what the plan counts. */
export const WORK: Readonly<Record<Effort, number>> = { minutes: 1, hours: 5, days: 50, project: 200 }
