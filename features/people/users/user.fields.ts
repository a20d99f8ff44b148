// The fields of a system user (D-USER-1, D-USER-2).
import { email, instant, key, phone, state, text } from '@wattdesk/base/record'

const nameOfPerson = (label: string) =>
  text(label, 50).sorted({ ignoresCase: true }).searched().listed({ exportOnly: true })

export const userFields = {
  userId: key('User ID').joined(),
  username: text('User Name', 100)
    .sorted({ ignoresCase: true })
    .searched()
    .listed({ header: 'User', identity: true, minWidth: 220 }),
  firstName: nameOfPerson('First Name'),
  lastName: nameOfPerson('Last Name'),
  email: email().sorted({ ignoresCase: true }).searched().listed({ minWidth: 200 }),
  phone: phone().optional().listed({ hidden: true }),
  companyId: key('Company'),
  companyName: text('Company', 100).joined().listed({ hidden: true }),
  createDate: instant('Created').readOnly().column('createdAt').sorted().listed({ width: 140 }),
  userType: state('User Type', { ROOT: 'ROOT', ADMIN: 'ADMIN', USER: 'USER' }).readOnly(),
}
