/** Endings that the names of companies and other legal persons have by law, in the countries of our tenants and their suppliers. */
const LEGAL_FORMS =
  /(?:公司|合伙企业|合作社|事务所|研究院|（(?:有限|普通)合伙）|\((?:有限|普通)合伙\)|\bS\.?\s?[AL]\.?(?:\s?U\.?)?|\bGmbH|\bLtd\.?|\bInc\.?|\bLLC)$/iu
/** The shortest legal name: less may be a joke on a person's card. */
const MIN_LENGTH = 6

/** Returns whether a name is one of a legal person, which is no personal data (PIPL, art. 4; GDPR, recital 14). */
export const isLegalPerson = (name: string): boolean => {
  const text = name.trim()
  return text.length >= MIN_LENGTH && LEGAL_FORMS.test(text)
}
