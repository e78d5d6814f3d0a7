package dev.layeredsaga.testbed.demo;

import dev.layeredsaga.testbed.demo.DemoShop.Article;

/** The final stock of an article. */
record StockResult(Article article, int onHand, int reserved, int sold) {

    boolean isAsExpected() {
        return onHand == article.onHand() - sold && reserved == 0;
    }
}
