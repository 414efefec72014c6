import type { Recipe } from '../../tenants/recipes.ts'
import type { Calendar } from '../primitives/calendar.ts'
import { guidOf, type Random, randomOf } from '../primitives/random.ts'
import type { Row } from '../primitives/row.ts'
import { assignedPlans } from './licences.ts'
import { GIVEN_NAMES, JOB_TITLES, PARTNER_DOMAINS, SURNAMES } from './names.ts'

export interface Person {
  id: string
  displayName: string
  userPrincipalName: string
  enabled: boolean
  kind: 'member' | 'guest' | 'administrator' | 'break-glass'
  jobTitle: string | null
  createdDateTime: string
  synced: boolean
}

const SYNC_FROM_MEMBERS = 30

/** All accounts: members, separate administrator accounts, emergency access accounts, guests, and disabled accounts. */
export function peopleOf(recipe: Recipe, calendar: Calendar): Person[] {
  const random = randomOf(`${recipe.seed}/people`)
  const names = distinctNames(random, recipe.members + recipe.disabled + recipe.guests)
  const members = names.slice(0, recipe.members + recipe.disabled).map((name, position): Person => {
    return {
      ...account(recipe, name.display, name.mail),
      enabled: position < recipe.members,
      kind: 'member',
      jobTitle: random.pick(JOB_TITLES),
      createdDateTime: calendar.past(60 + random.below(1_400), 480 + random.below(500)),
      synced: recipe.members >= SYNC_FROM_MEMBERS,
    }
  })
  const guests = names.slice(members.length).map((name): Person => {
    const domain = random.pick(PARTNER_DOMAINS)
    const external = `${name.mail}_${domain}#EXT#`
    return {
      ...account(recipe, name.display, external, `${recipe.domain}.onmicrosoft.com`),
      enabled: true,
      kind: 'guest',
      jobTitle: null,
      createdDateTime: calendar.past(20 + random.below(700), 540),
      synced: false,
    }
  })
  return [...members, ...servingAccounts(recipe, members, calendar), ...guests]
}

function servingAccounts(recipe: Recipe, members: readonly Person[], calendar: Calendar): Person[] {
  const cloudOnly = `${recipe.domain}.onmicrosoft.com`
  const separate = recipe.baseline === 'strong' ? 4 : recipe.baseline === 'typical' ? 3 : 0
  const administrators = members.slice(0, separate).map(
    (owner): Person => ({
      ...account(recipe, `${owner.displayName} (Admin)`, `adm.${localPart(owner)}`, cloudOnly),
      enabled: true,
      kind: 'administrator',
      jobTitle: null,
      createdDateTime: calendar.past(900, 600),
      synced: false,
    }),
  )
  const emergencies = recipe.baseline === 'strong' || recipe.baseline === 'typical' ? ['01', '02'] : []
  const breakGlass = emergencies.map(
    (number): Person => ({
      ...account(recipe, `Emergency Access ${number}`, `emergency.access${number}`, cloudOnly),
      enabled: true,
      kind: 'break-glass',
      jobTitle: null,
      createdDateTime: calendar.past(910, 600),
      synced: false,
    }),
  )
  return [...administrators, ...breakGlass]
}

const localPart = ({ userPrincipalName }: Person): string => userPrincipalName.replace(/@.*/, '')

function account(recipe: Recipe, displayName: string, local: string, domain = `${recipe.domain}.example`) {
  return {
    id: guidOf(recipe.seed, 'user', local),
    displayName,
    userPrincipalName: `${local}@${domain}`,
  }
}

function distinctNames(random: Random, count: number): { display: string; mail: string }[] {
  const used = new Map<string, number>()
  return Array.from({ length: count }, () => {
    const given = random.pick(GIVEN_NAMES)
    const surname = random.pick(SURNAMES)
    const mail = `${given}.${surname}`.toLowerCase().replace(/[^a-z.]/g, '')
    const times = (used.get(mail) ?? 0) + 1
    used.set(mail, times)
    return { display: `${given} ${surname}`, mail: times === 1 ? mail : `${mail}${times}` }
  })
}

export function userRows(recipe: Recipe, people: readonly Person[]): Row[] {
  return people.map((person) => {
    const isGuest = person.kind === 'guest'
    return {
      id: person.id,
      businessPhones: [],
      displayName: person.displayName,
      givenName: person.kind === 'member' ? person.displayName.split(' ')[0] : null,
      jobTitle: person.jobTitle,
      mail: person.kind === 'member' ? person.userPrincipalName : null,
      mobilePhone: null,
      officeLocation: null,
      preferredLanguage: null,
      surname: person.kind === 'member' ? person.displayName.split(' ')[1] : null,
      userPrincipalName: person.userPrincipalName,
      accountEnabled: person.enabled,
      userType: isGuest ? 'Guest' : 'Member',
      externalUserState: isGuest ? 'Accepted' : null,
      createdDateTime: person.createdDateTime,
      onPremisesSyncEnabled: person.synced ? true : null,
      assignedPlans:
        person.kind === 'member' && person.enabled ? assignedPlans(recipe.baseline, person.createdDateTime) : [],
    }
  })
}
