import { sameForm } from '../../reading/head.ts'
import type { FieldName } from '../mapping.ts'

/**
 * Names of columns as acquirers, aggregators and banks write them, without brackets at their end; the first that a head has is taken.
 * Collected from files and manuals of UnionPay acquirers, Chinese, Spanish and English online banking.
 */
const NAMES: readonly (readonly [FieldName, readonly string[]])[] = [
  [
    'time',
    [
      '交易时间',
      '入账时间',
      '完成时间',
      '支付时间',
      '清算时间',
      '记账时间',
      '交易日期时间',
      '订单完成时间',
      'transactiontime',
      'transactiondatetime',
      'datetime',
      'timestamp',
      'paymenttime',
      'settledat',
      'fechayhora',
    ],
  ],
  [
    'date',
    [
      '交易日期',
      '记账日期',
      '入账日期',
      '交易日',
      '清算日期',
      '日期',
      'bookingdate',
      'transactiondate',
      'postingdate',
      'valuedate',
      'date',
      'fecha',
      'fechaoperación',
      'fechaoperacion',
      'fechadeoperación',
      'fechacontable',
      'f.valor',
      'fvalor',
      'fechavalor',
      'buchungstag',
    ],
  ],
  ['timeOfDay', ['交易时刻', '时间', 'time', 'hora']],
  [
    'merchant',
    [
      '商户号',
      '商户编号',
      '商户代码',
      '本方账号',
      '账号',
      '查询账号',
      'merchantid',
      'merchantno',
      'accountnumber',
      'account',
      'cuenta',
      'iban',
      'comercio',
      'códigocomercio',
    ],
  ],
  [
    'channelNo',
    [
      '系统参考号',
      '检索参考号',
      '渠道订单号',
      '平台订单号',
      '银联流水号',
      '交易流水号',
      '流水号',
      '交易流水',
      '凭证号',
      '参考号',
      'transactionid',
      'transactionno',
      'referenceno',
      'reference',
      'bankreference',
      'referencia',
      'nºreferencia',
      'numerodeoperación',
    ],
  ],
  [
    'orderNo',
    [
      '商户订单号',
      '商户单号',
      '商户流水号',
      '外部订单号',
      '订单号',
      '订单编号',
      'merchantorderno',
      'merchantreference',
      'orderno',
      'orderid',
      'ordernumber',
      'pedido',
      'nºpedido',
      'referenciacomercio',
    ],
  ],
  ['refundNo', ['商户退款单号', '退货单号', '退款单号', '商户退款号', 'refundid', 'refundno', 'merchantrefundno']],
  ['channelRefundNo', ['渠道退款单号', '退货参考号', '平台退款单号', 'channelrefundno', 'refundreference']],
  [
    'income',
    [
      '收入金额',
      '收入',
      '贷方发生额',
      '贷方金额',
      '贷方',
      '存入金额',
      '转入金额',
      'credit',
      'creditamount',
      'paidin',
      'moneyin',
      'abono',
      'abonos',
      'haber',
      'ingreso',
      'ingresos',
    ],
  ],
  [
    'expense',
    [
      '支出金额',
      '支出',
      '借方发生额',
      '借方金额',
      '借方',
      '支取金额',
      '转出金额',
      'debit',
      'debitamount',
      'paidout',
      'moneyout',
      'cargo',
      'cargos',
      'debe',
      'gasto',
      'gastos',
    ],
  ],
  [
    'amount',
    [
      '交易金额',
      '订单金额',
      '实收金额',
      '发生额',
      '金额',
      'amount',
      'transactionamount',
      'grossamount',
      'importe',
      'cantidad',
      'betrag',
    ],
  ],
  [
    'direction',
    ['收支类型', '借贷标志', '借贷标记', '借贷方向', '收/支', '收支', '方向', 'debit/credit', 'dr/cr', 'd/h'],
  ],
  ['kind', ['交易类型', '业务类型', '交易种类', '类型', 'transactiontype', 'type', 'tipo', 'tipodeoperación']],
  [
    'fee',
    ['手续费', '手续费金额', '服务费', '交易手续费', 'fee', 'fees', 'commission', 'comisión', 'comision', 'tasa'],
  ],
  ['balance', ['余额', '账户余额', '账户结余', '本次余额', '结余', 'balance', 'runningbalance', 'saldo']],
  ['currency', ['币种', '货币', '币别', 'currency', 'divisa', 'moneda']],
  ['state', ['交易状态', '状态', '订单状态', 'status', 'state', 'estado']],
  [
    'counterparty',
    [
      '对方户名',
      '对方账户名',
      '对方名称',
      '对方账户',
      '付款人',
      '付款方',
      '交易对方',
      '卡号',
      'counterparty',
      'payee',
      'payer',
      'name',
      'beneficiario',
      'ordenante',
      'titular',
    ],
  ],
  [
    'text',
    [
      '摘要',
      '备注',
      '附言',
      '用途',
      '商品名称',
      '说明',
      'description',
      'details',
      'narrative',
      'memo',
      'concepto',
      'descripción',
      'observaciones',
      'verwendungszweck',
    ],
  ],
]

/** Longest name that a stored description may hold. */
const MAX_NAME_LENGTH = 80

/** Returns the form in which names are compared: without spaces, back-ticks, case, and a bracket that ends it, as of a unit. */
export const plainName = (name: string): string =>
  sameForm(name)
    .toLowerCase()
    .replace(/（[^（）]{0,40}）$/, '')

/** Returns which column each field is by its name alone. */
export function columnsByName(names: readonly string[]): Partial<Record<FieldName, string>> {
  const columns: Partial<Record<FieldName, string>> = {}
  const forms = names.map(plainName)
  for (const [field, known] of NAMES) {
    const place = known.map(name => forms.indexOf(name)).find(found => found >= 0) ?? -1
    const name = names[place]
    if (name !== undefined && name.length <= MAX_NAME_LENGTH) columns[field] = name
  }
  // 交易时间 beside 交易日期 is the time of day.
  if (columns.date !== undefined && columns.time !== undefined && columns.timeOfDay === undefined) {
    columns.timeOfDay = columns.time
    delete columns.time
  }
  return columns
}
