/** What channels write instead of a file for a day without payments, as text, JSON or XML. */
const NO_BILL =
  /NO_BILL_EXIST|NO_STATEMENT_EXIST|No Bill Exist|isp\.bill_not_exist|EMPTY_DATA|账单不存在|无账单|没有账单/i

/** Returns whether a text says that there is no bill for the day: an empty day, no error. */
export function saysNoBill(text: string): boolean {
  return NO_BILL.test(text)
}

/** Returns whether a text is an answer of an interface or a web page that was saved as the file. */
export function isAnswer(text: string): boolean {
  return /^\s*(?:\{"|<(?:xml|!doctype|html|\?xml))/i.test(text)
}
