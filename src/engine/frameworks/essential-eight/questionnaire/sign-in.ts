import { question, type Section } from './question.ts'

export const SIGN_IN: Section = {
  id: 'sign-in',
  title: 'How people sign in',
  questions: [
    question(
      'ISM-1504',
      'Does everybody need a second factor for each of your own online services that holds sensitive data?',
      {
        yes: 'Microsoft 365, remote access and every other online service of yours ask each person for a second factor. Any product counts: name it in the note.',
        partly: 'some services, or some people, are left out.',
        no: 'a password alone opens such a service.',
        look: 'a list of everything that people reach from the internet, and the sign-in settings of services outside Entra.',
        evidence: 'the list, with the policy or setting that makes a second factor compulsory for each.',
      },
    ),
    question(
      'ISM-1679',
      'Do staff need a second factor for every online service of another company that holds your sensitive data?',
      {
        yes: 'each such service asks every member of staff for a second factor, by single sign-on or by its own setting, and nobody can skip it.',
        partly: 'some services, or some people, are left out.',
        no: 'a password alone opens such a service.',
        look: 'the list of services with sensitive data, and the security settings of those outside single sign-on.',
        evidence: 'the list, with a screenshot of the setting that makes a second factor compulsory.',
      },
    ),
    question(
      'ISM-1680',
      'Do staff use a second factor for other online services too, wherever the service offers one?',
      {
        yes: 'it is switched on for every service that offers it, even where the data is not sensitive.',
        partly: 'some services that offer it are left out.',
        no: 'nobody has looked at these services.',
        look: 'social media, travel, training and supplier portals that teams sign in to.',
        evidence: 'the list of services, each with what it offers and what is switched on.',
      },
    ),
    question(
      'ISM-1892',
      'Do staff need a second factor to work in your own online services for customers that store sensitive customer data?',
      {
        yes: 'every member of staff passes a second factor in each such service, administrators of the service included.',
        partly: 'some services or some staff accounts are left out.',
        no: 'a password alone opens the staff side.',
        look: 'the staff or administration sign-in of your portals and customer applications.',
        evidence: 'the setting that makes a second factor compulsory for staff.',
      },
    ),
    question(
      'ISM-1893',
      'Do staff need a second factor to work in customer systems that another company runs for you, such as booking, billing or support?',
      {
        yes: 'every staff account in each such system needs a second factor, by single sign-on or by its own setting.',
        partly: 'some systems or some accounts are left out.',
        no: 'a password alone opens such a system.',
        look: 'the security settings of the hosted customer systems.',
        evidence: 'the list of systems, with the setting of each.',
      },
    ),
    question(
      'ISM-1681',
      'Must customers pass a second factor before they see their sensitive data in your online services?',
      {
        yes: 'every customer account needs a second factor, and customers cannot switch it off.',
        partly: 'it is offered but customers may leave it off, or it covers only some services.',
        no: 'customers sign in with a password alone.',
        look: 'the sign-in settings of the customer portal, for example Microsoft Entra External ID.',
        evidence: 'the setting, or a recording of a customer sign-in.',
      },
    ),
    question('ISM-1873', 'Can customers choose a way to sign in that cannot be phished, such as a passkey?', {
      yes: 'every customer can set up a passkey, a security key or a certificate.',
      partly: 'some services offer it.',
      no: 'there are only passwords, codes or app approvals.',
      look: 'the account page that a customer sees.',
      evidence: 'a screenshot of the options a customer has.',
    }),
    question('ISM-1874', 'Can customers sign in only in ways that cannot be phished, such as passkeys?', {
      yes: 'passkeys, security keys or certificates are the only ways in for customers.',
      partly: 'they are compulsory in some services, or for some customers.',
      no: 'a password, a code or an app approval still lets customers in.',
      look: 'the sign-in settings of the customer portal, recovery of lost accounts included.',
      evidence: 'the setting that turns other methods off.',
    }),
    question(
      'ISM-0974',
      'Do ordinary users need a second factor to sign in to their computers and to every other system for work?',
      {
        yes: 'Windows, remote access and line-of-business systems all ask for one: Windows Hello for Business, a security key or the like.',
        partly: 'some computers or systems open with a password alone.',
        no: 'a password alone is usual.',
        look: 'Windows sign-in options, VPN and remote desktop, and business applications with their own sign-in.',
        evidence: 'the policy that requires it, and a list of systems that do not.',
      },
    ),
    question(
      'ISM-1682',
      'Is the second factor that users need for computers and other systems one that cannot be phished, such as Windows Hello or a security key?',
      {
        yes: 'only such methods open computers, remote access and business systems.',
        partly: 'this is true for some systems, or a code or app approval works as well.',
        no: 'second factors are codes or app approvals, or there is none.',
        look: 'sign-in methods of Windows, VPN and business applications.',
        evidence: 'the policy that allows only these methods.',
      },
    ),
    question(
      'ISM-1505',
      'Is a second factor needed before anybody reaches file shares, databases and other places where data is stored?',
      {
        yes: 'it is needed for every such place, on your own servers too, not only for SharePoint and OneDrive.',
        partly: 'some places open with a password alone.',
        no: 'data beyond Microsoft 365 opens with a password alone.',
        look: 'file servers, databases, document systems and network storage.',
        evidence: 'the list of places where data is stored, each with how people sign in.',
      },
    ),
    question(
      'ISM-1894',
      'Is the second factor that protects file shares, databases and other data stores one that cannot be phished?',
      {
        yes: 'passkeys, security keys, Windows Hello or smart cards are the only second factors for every data store.',
        partly: 'this is true for some data stores.',
        no: 'codes or app approvals open them, or no second factor is needed.',
        look: 'how people sign in to file servers, databases and document systems.',
        evidence: 'the policy or setting of each data store.',
      },
    ),
    question('ISM-1683', 'Are all sign-ins with a second factor, passed or failed, recorded in one central log?', {
      yes: 'the sign-in logs of Entra and of every other system with a second factor arrive in one place.',
      partly: 'Entra’s do, but those of other systems do not.',
      no: 'logs stay where they were written.',
      look: 'diagnostic settings in Entra, and the sources of Microsoft Sentinel or your other central log.',
      evidence: 'a search in the central log that shows a passed and a failed sign-in.',
    }),
    question(
      'ISM-1401',
      'Does multi-factor authentication always combine something that people have with something they know, or with a fingerprint or face?',
      {
        yes: 'this is true of each system that asks for a second factor, outside Microsoft 365 too. Any product counts: name it in the note.',
        partly: 'some systems accept less, such as a security question or a code by email.',
        no: 'a second factor can be a second thing that people know.',
        look: 'the methods that each system accepts: VPN, remote desktop, business applications and identity providers.',
        evidence: 'the list of systems with the methods that each accepts.',
      },
    ),
    question(
      'ISM-1872',
      'Can people use only second factors that cannot be phished for online services, such as passkeys or security keys?',
      {
        yes: 'passkeys, security keys, Windows Hello or certificates are the only ones that online services accept. Any product counts: name it in the note.',
        partly: 'this is true for some services or people, or a code works as well.',
        no: 'codes or app approvals are usual.',
        look: 'authentication strengths in Conditional Access, and the sign-in settings of services outside Entra.',
        evidence: 'the policy or setting of each service that allows only these methods.',
      },
    ),
    question(
      'ISM-1173',
      'Do administrators of all systems need a second factor: the cloud, servers, networks and business systems?',
      {
        yes: 'nobody can do administrative work anywhere without one. Any product counts: name it in the note.',
        partly: 'this is true for Microsoft 365, but some servers, network devices or systems are left out.',
        no: 'a password alone gives administrative access somewhere.',
        look: 'administrator sign-in to domain controllers, firewalls, backup, virtualisation and cloud subscriptions.',
        evidence: 'the list of systems, each with the setting that makes a second factor compulsory.',
      },
    ),
  ],
}
