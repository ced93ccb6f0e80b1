/** Topic: the licence of a company ends soon, or has ended. Key: id of the company. */
export const LICENCE_ENDS = 'companies.licence-ends'

export interface LicenceEnds {
  name: string
  /** The last day on which it holds. */
  until: string
  /** Days left; negative once it has ended. */
  days: number
}

/** Topic: a licence has a later end, or none. Key: id of the company. */
export const LICENCE_RENEWED = 'companies.licence-renewed'

/** Topic: somebody entered an account, which waits for another person. Key: id of the account. */
export const ACCOUNT_ENTERED = 'companies.account-entered'

export interface AccountEntered {
  company: string
  companyId: string
  bank: string
  /** Last four signs of its number. */
  ending: string
  enteredBy: string
  enteredById: string
}

/** Topic: an account was confirmed, ended or deleted. Key: id of the account. */
export const ACCOUNT_SETTLED = 'companies.account-settled'
