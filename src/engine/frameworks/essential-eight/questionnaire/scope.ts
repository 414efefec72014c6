import type { ScopeQuestion } from '../../../model/questionnaire.ts'
import { scopeQuestion } from './question.ts'

/**
 * * Things that an organisation may not have. Macs and Linux computers are not among them, because no control is only about those.
 */
export const SCOPE: readonly ScopeQuestion[] = [
  scopeQuestion('scope-servers', 'Do you have servers of your own?', {
    yes: 'you own or rent at least one server, on your premises, in a data centre or as a virtual machine in a cloud, no matter who looks after it.',
    no: 'all your work is done on computers, phones and services that others run for many customers, such as Microsoft 365.',
    look: 'the list of your equipment, the invoices of data centres and clouds, and the cupboard where the network comes in.',
    covers: ['ISM-1490', 'ISM-1656', 'ISM-1906', 'ISM-1907'],
  }),
  scopeQuestion('scope-internet-servers', 'Can any of your own servers be reached from the internet?', {
    yes: 'at least one server answers people outside your network, for example a website, an email gateway, a file exchange or remote desktop.',
    no: 'no server of yours accepts connections from the internet, or you have no servers.',
    look: 'the published ports and forwarding rules of your firewall, and the public addresses of your virtual machines.',
    covers: ['ISM-1490', 'ISM-1906'],
  }),
  scopeQuestion(
    'scope-internet-facing',
    'Do you have anything of your own that faces the internet: servers, firewalls, routers or remote access gateways?',
    {
      yes: 'at least one server or network device of yours has a public address. A firewall in your office counts, even if a provider manages it.',
      no: 'you have no such equipment: people work through home or mobile connections, or in a building whose landlord runs the network for all tenants.',
      look: 'ask the person or company that set up the internet connection which devices are yours.',
      covers: ['ISM-1701', 'ISM-1877', 'ISM-1694'],
    },
  ),
  scopeQuestion(
    'scope-cloud-services',
    'Besides Microsoft 365, do you use or run any online services, such as accounting, a website or a customer portal?',
    {
      yes: 'people use at least one other online service for work, run by you or by another company, free ones included.',
      no: 'Microsoft 365 is the only online service that people use for work.',
      look: 'the single sign-on applications in Entra, card statements for subscriptions, and what teams say they sign in to.',
      covers: ['ISM-1698', 'ISM-1876', 'ISM-1690', 'ISM-1905', 'ISM-1679', 'ISM-1680'],
    },
  ),
  scopeQuestion(
    'scope-customer-services',
    'Do you serve customers through an online service that stores sensitive data about them, run by you or for you?',
    {
      yes: 'you have, for example, a portal, booking, billing or support system that stores personal, health or payment data of customers.',
      no: 'no online service holds sensitive data of customers; a website that only informs does not count.',
      look: 'ask sales, support and finance in which systems they look up a customer.',
      covers: ['ISM-1892', 'ISM-1893', 'ISM-1681', 'ISM-1873', 'ISM-1874'],
    },
  ),
  scopeQuestion(
    'scope-customer-accounts',
    'Do customers sign in to an online service of yours to see or change their data?',
    {
      yes: 'customers, patients, members or citizens have an account in a service that you offer, no matter who runs it.',
      no: 'only your own staff sign in; customers write, call or come by.',
      look: 'your website, and letters or emails that invite customers to sign in.',
      covers: ['ISM-1681', 'ISM-1873', 'ISM-1874'],
    },
  ),
  scopeQuestion('scope-macros', 'Is anybody allowed to run Office macros?', {
    yes: 'at least one person or team may run macros in Word, Excel, Access or another Office application.',
    no: 'macros are switched off for everyone, without exceptions.',
    look: 'the exceptions of the Office macro policy in Intune, and finance or planning teams with old spreadsheets.',
    covers: ['ISM-1890', 'ISM-1487', 'ISM-1676'],
  }),
  scopeQuestion('scope-pdf-software', 'Is PDF software other than the browser installed on any computer?', {
    yes: 'Adobe Reader, Acrobat or another PDF program is installed somewhere.',
    no: 'PDF files open only in the browser, and no other PDF program is installed.',
    look: 'the list of discovered applications in Intune.',
    covers: ['ISM-1860', 'ISM-1824'],
  }),
]
