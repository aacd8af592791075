/** The flags of the demo: name and description, by project. */

export type NamedFlag = {
  name: string;
  project: string;
  description: string;
  /** An old flag is past the lifetime of its type. */
  age: 'old' | 'stale' | 'current';
};

const byProject: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  storefront: {
    'dark-mode': 'Offers a dark theme that follows the settings of the device.',
    'product-video': 'Plays a short video on product pages instead of a slide show.',
    'sticky-cart': 'Keeps the cart visible while the visitor scrolls.',
    'recently-viewed': 'Shows the last ten products that the visitor looked at.',
    'size-guide': 'Recommends a size from earlier orders.',
    'holiday-banner': 'Shows the opening hours of customer service during holidays.',
    'lazy-images': 'Loads pictures when they are about to become visible.',
    'list-sharing': 'Lets customers share a list of favourites by link.',
  },
  checkout: {
    'one-page-checkout': 'Replaces the four steps of the checkout by a single page.',
    'guest-checkout': 'Lets visitors order without an account.',
    'address-completion': 'Completes addresses while the customer types.',
    'gift-wrapping': 'Offers gift wrapping and a card for two euros.',
    'express-delivery': 'Offers delivery on the next day where stock allows it.',
    'order-summary': 'Shows prices, taxes and delivery before the last step.',
    'coupon-field': 'Accepts a coupon on the payment page.',
    'cart-recovery': 'Restores the cart of the last visit on every device.',
  },
  payments: {
    'card-tokens': 'Stores cards as tokens of the payment provider.',
    'instant-refunds': 'Pays refunds below 50 euros without a review.',
    'invoice-by-mail': 'Sends the invoice as soon as the parcel leaves the warehouse.',
    'strong-authentication': 'Requires a second factor, as the regulation demands.',
    'payment-retry': 'Repeats a failed payment once with another provider.',
    'pay-by-bank': 'Adds transfers from the bank of the customer.',
    'fraud-score': 'Holds orders with a high risk score for a review.',
    'split-payments': 'Pays one order with a voucher and a card.',
  },
  logistics: {
    'parcel-tracking': 'Shows the position of a parcel on a map.',
    'stock-reservation': 'Reserves an item as soon as it is in the cart.',
    'carrier-choice': 'Lets customers choose the carrier.',
    'returns-portal': 'Creates return labels without customer service.',
    'warehouse-routing': 'Sends orders to the warehouse with the shortest route.',
    'packing-photos': 'Takes a photo of each parcel before it is closed.',
    'pickup-points': 'Offers pickup points near the address.',
    'carbon-estimate': 'Shows the emissions of each delivery option.',
  },
  'mobile-apps': {
    'biometric-login': 'Unlocks the app with a fingerprint or face.',
    'offline-catalogue': 'Keeps the catalogue for use without a connection.',
    'push-offers': 'Sends offers to customers who agreed to notifications.',
    'barcode-scanner': 'Finds a product by the camera.',
    'tablet-layout': 'Uses two columns on tablets.',
    'in-app-review': 'Offers to write a review after the third order.',
    'image-cache': 'Keeps pictures on the device for a week.',
    'crash-reports': 'Sends crash reports with the consent of the user.',
  },
  search: {
    'typo-tolerance': 'Finds products despite up to two typing errors.',
    'search-suggestions': 'Suggests queries while the visitor types.',
    'personal-ranking': 'Ranks results by what the visitor bought before.',
    synonyms: 'Treats words with the same meaning alike.',
    'visual-search': 'Finds products that look like an uploaded picture.',
    'facet-counts': 'Shows the number of results for each filter.',
    'query-cache': 'Caches the results of frequent queries for a minute.',
    'zero-results-help': 'Offers alternatives if nothing was found.',
  },
  accounts: {
    passkeys: 'Lets customers sign in without a password.',
    'social-login': 'Lets customers sign in with another account.',
    'account-deletion': 'Deletes an account on request, without a mail to support.',
    'device-list': 'Lists the devices that are signed in.',
    'mail-confirmation': 'Confirms a new address before it is used.',
    'profile-pictures': 'Lets customers upload a picture.',
    'data-export': 'Exports all data of a customer as a file.',
    'session-timeout': 'Signs customers out after two weeks without a visit.',
  },
  marketing: {
    'loyalty-points': 'Collects points for orders and reviews.',
    'referral-codes': 'Gives a discount to customers who recommend the shop.',
    'newsletter-editor': 'Uses the new editor for newsletters.',
    'birthday-coupon': 'Sends a coupon on the birthday of a customer.',
    'campaign-pages': 'Publishes campaign pages without a release.',
    'price-alerts': 'Sends a mail when a product becomes cheaper.',
    'ab-subject-lines': 'Compares two subject lines on a tenth of the readers.',
    'consent-banner': 'Requests consent as the guidelines of 2025 require.',
  },
  support: {
    'live-chat': 'Offers a chat during office hours.',
    'reply-drafts': 'Drafts replies to frequent requests.',
    'call-back': 'Lets customers request a call.',
    'order-lookup': 'Shows the last orders next to a conversation.',
    'satisfaction-survey': 'Requests a rating after a conversation.',
    'escalation-rules': 'Passes urgent cases to the second level.',
    'ticket-merge': 'Merges tickets of the same customer.',
    'phone-transcripts': 'Writes transcripts of calls, with consent.',
  },
  'data-platform': {
    'event-stream': 'Writes events to the new stream in addition to the old one.',
    'nightly-exports': 'Exports tables for the finance department at night.',
    'column-encryption': 'Encrypts columns with personal data.',
    'report-cache': 'Caches reports until new data arrives.',
    'late-events': 'Accepts events up to two days late.',
    'schema-checks': 'Rejects events that do not match their schema.',
    'usage-dashboard': 'Shows how often each report is opened.',
    'warehouse-v2': 'Reads from the new data warehouse.',
  },
  partners: {
    'partner-api-v2': 'Serves version 2 of the API for partners.',
    'bulk-orders': 'Accepts up to 1,000 orders in one call.',
    'partner-webhooks': 'Notifies partners about changed stock.',
    'price-lists': 'Gives each partner a price list.',
    'api-quotas': 'Limits the calls of each partner per minute.',
    'partner-sandbox': 'Offers test data to new partners.',
    'catalogue-feed': 'Publishes the catalogue as a feed every hour.',
    'signed-requests': 'Requires signatures on calls that create orders.',
  },
  labs: {
    'voice-ordering': 'Orders by voice, in the app.',
    'room-preview': 'Shows furniture in a photo of the room.',
    'outfit-builder': 'Combines products to an outfit.',
    'smart-basket': 'Fills the cart with what is due again.',
    'neighbour-pickup': 'Delivers to a neighbour who agreed.',
    'quiet-mode': 'Hides prices and offers on request.',
    'collaborative-cart': 'Lets several people fill one cart.',
    'recipe-import': 'Turns a recipe into a shopping list.',
  },
};

/** Two or three flags of a project need attention. */
export const demoFlags: readonly NamedFlag[] = Object.entries(byProject).flatMap(
  ([project, flags], number) =>
    Object.entries(flags).map(([name, description], index) => {
      const age = index === 0 ? 'old' : index <= 1 + (number % 2) ? 'stale' : 'current';
      return { name, project, description, age };
    }),
);
