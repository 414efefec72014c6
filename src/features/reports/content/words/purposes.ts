/** One sentence for the business owner on what a group is for; undefined for an unknown group. */
export function purpose(groupName: string): string | undefined {
  return PURPOSES[groupName.toLowerCase()]
}

const PURPOSES: Readonly<Record<string, string>> = {
  'patch applications': 'Closes known holes in everyday programs before somebody uses them to get in.',
  'patch operating systems': 'Keeps computers and servers on supported systems with the latest fixes.',
  'multi-factor authentication': 'Makes a stolen password useless on its own.',
  'restrict administrative privileges': 'Limits powerful access to few people, and only while they need it.',
  'application control': 'Lets only approved programs run, so that unwanted ones cannot.',
  'restrict microsoft office macros': 'Stops programs in documents from taking over a computer.',
  'user application hardening':
    'Turns off features of browsers and Office that help attackers more than the people at work.',
  'regular backups': 'Lets the business continue after data was lost, locked or destroyed.',
  govern: 'Who decides about cyber risk, by which rules, and who checks that they are followed.',
  identify: 'What the organisation has, what it depends on and what could happen to it.',
  protect: 'What keeps people, data and systems safe day by day.',
  detect: 'Whether an attack would be noticed, and how soon.',
  respond: 'Whether people know what to do when something happens.',
  recover: 'How the business gets back to normal afterwards.',
  'legacy authentication': 'Blocks old sign-in methods that only ask for a password.',
  risk: 'Stops sign-ins with accounts that show signs of being stolen.',
  'strong authentication and registration': 'Makes sure that people who sign in are who they say they are.',
  'central collection of logs': 'Lets the people responsible for security see what happens.',
  applications: 'Keeps unknown apps away from the organisation’s data until somebody has checked them.',
  passwords: 'Avoids rules that make people choose weaker passwords.',
  'highly privileged access': 'Limits powerful access to few people, and alerts somebody when it is used.',
  'ai agents': 'Stops AI agents that behave as if somebody else controlled them.',
  guests: 'Decides which outsiders get access, and how much they can see.',
}
