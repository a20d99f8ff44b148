// Shows push messages of alerts, and opens the portal where one leads to. It caches nothing and answers no requests.
self.addEventListener('push', event => {
  const { id, title, body, to } = event.data?.json() ?? {}
  if (typeof title !== 'string') return
  event.waitUntil(self.registration.showNotification(title, { body, tag: id, data: { to } }))
})
self.addEventListener('notificationclick', event => {
  event.notification.close()
  const to = new URL(event.notification.data?.to ?? '/alerts', self.location.origin).href
  const open = async () => {
    const pages = await self.clients.matchAll({ type: 'window' })
    const [page] = pages
    if (!page) return self.clients.openWindow(to)
    await page.navigate(to)
    return page.focus()
  }
  event.waitUntil(open())
})
