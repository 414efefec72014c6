/** One sentence for the business owner on what a group is for; undefined for an unknown group. */
export function purpose(groupName: string): string | undefined {
  return PURPOSES[groupName.toLowerCase()]
}

const PURPOSES: Readonly<Record<string, string>> = {
  'patch applications': 'Closes known holes in everyday programs before somebody uses them to get in.',
  'patch operating systems': 'Keeps computers and servers on supported systems with the latest fixes.',
  'multi-factor authentication': 'Makes a stolen password worth nothing on its own.',
  'restrict administrative privileges': 'Leaves the keys to everything with few people, and only while they need them.',
  'application control': 'Lets only approved programs run, so that unwanted ones cannot.',
  'restrict microsoft office macros': 'Keeps documents from carrying programs that take over a computer.',
  'user application hardening':
    'Turns off what browsers and Office offer to attackers more than to the people at work.',
  'regular backups': 'Lets the business go on after data was lost, locked or destroyed.',
  govern: 'Who decides about cyber risk, by which rules, and who watches that they are kept.',
  identify: 'What the organisation has, what it depends on and what could happen to it.',
  protect: 'What keeps people, data and systems safe day by day.',
  detect: 'Whether an attack would be noticed, and how soon.',
  respond: 'Whether people know what to do when something happens.',
  recover: 'How the business comes back to normal afterwards.',
  'legacy authentication': 'Shuts old ways to sign in that ask for a password and nothing more.',
  risk: 'Stops sign-ins with accounts that show signs of being stolen.',
  'strong authentication and registration': 'Makes sure that people who sign in are who they say they are.',
  'central collection of logs': 'Lets those who watch over security see what happens.',
  applications: 'Keeps programs of strangers from the organisation’s data until somebody has looked at them.',
  passwords: 'Spares people the habits that make passwords weaker.',
  'highly privileged access': 'Leaves the keys to everything with few people, and alerts somebody when they are used.',
  'ai agents': 'Stops programs that act by themselves once they behave as if somebody else steered them.',
  guests: 'Decides who from outside is let in, and how much they see.',
}
